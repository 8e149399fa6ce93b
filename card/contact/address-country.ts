/** The country of a postal address, by its name in the last line. */
import { type Country, countries } from './calling-codes.ts'

/**
 * Returns the country that ends an address; undefined if none does. A name elsewhere may be that of a street, a city or
 * another state, such as New Mexico.
 */
export function countryIn(address: string): Country | undefined {
  const lines = address.split('\n').map((line) => line.split(/[,;]/).map(folded).filter(Boolean))
  const pieces = lines.flat().filter((piece) => !onlyPostcode.test(piece))
  const last = withoutPostcode(pieces.at(-1) ?? '')
  const isWhole = pieces.length > 1 || /\d{4}/.test(address)
  return (
    named(last) ??
    (isWhole ? named(endOf(last)) : undefined) ??
    // A country on a line of its own can also be before the address, or before a VAT number.
    lines.flatMap((line) => (line.length === 1 ? (named(line[0] ?? '') ?? []) : []))[0]
  )
}

function named(text: string): Country | undefined {
  return byName.get(text)
}

/** In lower case and without accents, also for `TÜRKİYE`. */
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

/** The longest name of a country at the end of a piece such as `10115 Berlin Germany`; empty if it is part of another name. */
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
