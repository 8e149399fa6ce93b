/** Country calling codes and trunk prefixes for the countries most cards come from. */

export type Country = {
  name: string
  /** Without the plus sign. */
  code: string
  /** The trunk prefix, which domestic calls use and international numbers omit. */
  trunk: string
  /** Names that identify the country in an address. */
  names: string[]
}

/** Where countries share a code, the default country is first. */
export const countries: Country[] = `
United States|1|1|USA|U.S.A.|US
Canada|1|1
United Kingdom|44|0|UK|U.K.|England|Scotland|Wales|Northern Ireland|Great Britain
Germany|49|0|Deutschland
France|33|0
Spain|34||España
Italy|39||Italia
Portugal|351|
Netherlands|31|0|Nederland|The Netherlands|Holland
Belgium|32|0|België|Belgique
Luxembourg|352|
Switzerland|41|0|Schweiz|Suisse|Svizzera
Austria|43|0|Österreich
Ireland|353|0|Éire
Denmark|45||Danmark
Sweden|46|0|Sverige
Norway|47||Norge
Finland|358|0|Suomi
Iceland|354||Ísland
Poland|48||Polska
Czechia|420||Czech Republic|Česko
Slovakia|421|0|Slovensko
Hungary|36|06|Magyarország
Romania|40|0|România
Bulgaria|359|0
Greece|30||Hellas
Croatia|385|0|Hrvatska
Slovenia|386|0|Slovenija
Serbia|381|0|Srbija
Estonia|372||Eesti
Latvia|371||Latvija
Lithuania|370|0|Lietuva
Ukraine|380|0
Turkey|90|0|Türkiye
Russia|7|8
Kazakhstan|7|8
Israel|972|0
United Arab Emirates|971|0|UAE|Dubai|Abu Dhabi
Saudi Arabia|966|0|KSA
Egypt|20|0
Morocco|212|0|Maroc
Nigeria|234|0
Ghana|233|0
Kenya|254|0
South Africa|27|0
India|91|0
Pakistan|92|0
Bangladesh|880|0
Sri Lanka|94|0
China|86|0
Hong Kong|852|
Taiwan|886|0
Japan|81|0
South Korea|82|0|Korea
Singapore|65|
Malaysia|60|0
Thailand|66|0
Vietnam|84|0|Viet Nam
Indonesia|62|0
Philippines|63|0
Australia|61|0
New Zealand|64|0|Aotearoa
Mexico|52||México
Brazil|55|0|Brasil
Argentina|54|0
Chile|56|
Colombia|57|
Peru|51|0|Perú
`
  .trim()
  .split('\n')
  .map((line) => {
    const [name = '', code = '', trunk = '', ...names] = line.split('|')
    return { name, code, trunk, names: [name, ...names] }
  })

/** Returns the country of a number with `+` or `00`; for a shared code, the first in the list. */
export function countryOf(phone: string): Country | undefined {
  const digits = /^\s*(?:\+|00)([\d\s().-]+)/.exec(phone)?.[1]?.replace(/\D/g, '') ?? ''
  const matching = countries.filter(({ code }) => digits.startsWith(code))
  return matching.toSorted((one, other) => other.code.length - one.code.length)[0]
}

/** Returns the number in international format. */
export function withCode(phone: string, { code, trunk }: Country): string {
  const national = phone
    .trim()
    // `(0) 30 1` loses the brackets along with the 0; `(030) 1` keeps them.
    .replace(new RegExp(`^(\\(?)${trunk}(\\)?)`), (_, open, close) => (close ? '' : open))
    .replace(/^[\s./-]+/, '')
  return `+${code} ${national}`
}
