/** Finds the country of a postal address; with the names and calling codes of countries. */

export type Country = {
  name: string
  /** Without the plus sign. */
  code: string
  /** Names that identify the country in an address. */
  names: string[]
}

/** Of countries that share a code, the default is first. */
export const countries: Country[] = `
United States|1|USA|U.S.A.|US
Canada|1
United Kingdom|44|UK|U.K.|England|Scotland|Wales|Northern Ireland|Great Britain
Germany|49|Deutschland
France|33
Spain|34|España
Italy|39|Italia
Portugal|351
Netherlands|31|Nederland|The Netherlands|Holland
Belgium|32|België|Belgique
Luxembourg|352
Switzerland|41|Schweiz|Suisse|Svizzera
Austria|43|Österreich
Ireland|353|Éire
Denmark|45|Danmark
Sweden|46|Sverige
Norway|47|Norge
Finland|358|Suomi
Iceland|354|Ísland
Poland|48|Polska
Czechia|420|Czech Republic|Česko
Slovakia|421|Slovensko
Hungary|36|Magyarország
Romania|40|România
Bulgaria|359
Greece|30|Hellas
Croatia|385|Hrvatska
Slovenia|386|Slovenija
Serbia|381|Srbija
Estonia|372|Eesti
Latvia|371|Latvija
Lithuania|370|Lietuva
Ukraine|380
Turkey|90|Türkiye
Russia|7
Kazakhstan|7
Israel|972
United Arab Emirates|971|UAE|Dubai|Abu Dhabi
Saudi Arabia|966|KSA
Egypt|20
Morocco|212|Maroc
Nigeria|234
Ghana|233
Kenya|254
South Africa|27
India|91
Pakistan|92
Bangladesh|880
Sri Lanka|94
China|86
Hong Kong|852
Taiwan|886
Japan|81
South Korea|82|Korea
Singapore|65
Malaysia|60
Thailand|66
Vietnam|84|Viet Nam
Indonesia|62
Philippines|63
Australia|61
New Zealand|64|Aotearoa
Mexico|52|México
Brazil|55|Brasil
Argentina|54
Chile|56
Colombia|57
Peru|51|Perú
`
  .trim()
  .split('\n')
  .map((line) => {
    const [name = '', code = '', ...names] = line.split('|')
    return { name, code, names: [name, ...names] }
  })

/**
 * Returns the country at the end of an address, or on a line of its own; undefined if there is none. A name anywhere else may be
 * part of a street, a city or a state, such as New Mexico.
 */
export function countryIn(address: string): Country | undefined {
  const lines = address.split('\n').map((line) => line.split(/[,;]/).map(folded).filter(Boolean))
  const pieces = lines.flat().filter((piece) => !onlyPostcode.test(piece))
  const last = withoutPostcode(pieces.at(-1) ?? '')
  const isWhole = pieces.length > 1 || /\d{4}/.test(address)
  return (
    named(last) ??
    (isWhole ? named(endOf(last)) : undefined) ??
    // A line with only a country may also come before the address, or be followed by a VAT number.
    lines.flatMap((line) => (line.length === 1 ? (named(line[0] ?? '') ?? []) : []))[0]
  )
}

function named(text: string): Country | undefined {
  return byName.get(text)
}

/** Returns the text in lower case and without accents (also for `TÜRKİYE`), dots at its ends and words such as Republic of. */
function folded(text: string): string {
  return text
    .normalize('NFKD')
    .replace(/\p{M}/gu, '')
    .toLowerCase()
    .replaceAll('ı', 'i')
    .replace(/\s+/g, ' ')
    .replace(/^[\s.]+|(?<![\s.])[\s.]+$/g, '')
    .replace(
      /^(?:the |federal |people's republic of |republic of (?!china)|kingdom of |state of )+/,
      '',
    )
}

const postcode =
  '(?:[a-z]{1,2}-)?\\d{4,6}(?:[- ]\\d{3,4})?|\\d{3}-\\d{4}|[a-z]{1,2}\\d[a-z\\d]? \\d[a-z]{2}|[a-z]\\d[a-z] \\d[a-z]\\d|\\d{4} [a-z]{2}'
const onlyPostcode = new RegExp(`^(?:${postcode})$`)
const postcodeAtEnds = new RegExp(`^(?:${postcode}) | (?:${postcode})$`, 'g')

function withoutPostcode(piece: string): string {
  return piece.replace(postcodeAtEnds, '')
}

/** Returns the longest country name that ends a piece such as `10115 Berlin Germany`; empty if it is part of another name. */
function endOf(piece: string): string {
  const words = piece.split(' ')
  for (let from = 1; from < words.length; from += 1) {
    const name = words.slice(from).join(' ')
    if (named(name)) return partOfName.test(words[from - 1] ?? '') ? '' : name
  }
  return ''
}

// New Mexico, South Wales, Rue de France, Avenida Argentina.
const partOfName =
  /^(?:new|north|northern|south|southern|east|eastern|west|western|little|de|del|della|di|da|do|des|du|d'|of|la|calle|avenida|avenue|ave|av|rua|rue|via|viale|plaza|place|placa|piazza|paseo|platz|hotel|cafe|bank)$/

const byName = new Map(
  countries.flatMap((country) => country.names.map((name) => [folded(name), country] as const)),
)
