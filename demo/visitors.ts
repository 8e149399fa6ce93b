/** Demo visitors: cities, devices and traffic sources, and a seeded random choice among them. */
import { deviceKey, placeKey } from '../schema/tracking/event.ts'

const cities = {
  Portland: [placeKey('US', 'Maine', 'Portland'), -5],
  Boston: [placeKey('US', 'Massachusetts', 'Boston'), -5],
  'New York': [placeKey('US', 'New York', 'New York'), -5],
  Chicago: [placeKey('US', 'Illinois', 'Chicago'), -6],
  Madison: [placeKey('US', 'Wisconsin', 'Madison'), -6],
  'San Francisco': [placeKey('US', 'California', 'San Francisco'), -8],
  'São Paulo': [placeKey('BR', 'São Paulo', 'São Paulo'), -3],
  London: [placeKey('GB', 'England', 'London'), 0],
  Bristol: [placeKey('GB', 'England', 'Bristol'), 0],
  Leeds: [placeKey('GB', 'England', 'Leeds'), 0],
  Lisbon: [placeKey('PT', 'Lisbon', 'Lisbon'), 0],
  Paris: [placeKey('FR', 'Île-de-France', 'Paris'), 1],
  Lyon: [placeKey('FR', 'Auvergne-Rhône-Alpes', 'Lyon'), 1],
  Berlin: [placeKey('DE', 'Berlin', 'Berlin'), 1],
  Frankfurt: [placeKey('DE', 'Hesse', 'Frankfurt am Main'), 1],
  Stockholm: [placeKey('SE', 'Stockholm County', 'Stockholm'), 1],
  'Cape Town': [placeKey('ZA', 'Western Cape', 'Cape Town'), 2],
  Johannesburg: [placeKey('ZA', 'Gauteng', 'Johannesburg'), 2],
  Amman: [placeKey('JO', 'Amman', 'Amman'), 3],
  Nairobi: [placeKey('KE', 'Nairobi County', 'Nairobi'), 3],
  Dubai: [placeKey('AE', 'Dubai', 'Dubai'), 4],
  Bengaluru: [placeKey('IN', 'Karnataka', 'Bengaluru'), 5.5],
  Tokyo: [placeKey('JP', 'Tokyo', 'Tokyo'), 9],
  Kyoto: [placeKey('JP', 'Kyoto', 'Kyoto'), 9],
} satisfies Record<string, City>

type City = [place: string, utcOffset: number]
export type CityName = keyof typeof cities

const citiesByName = new Map<string, City>(Object.entries(cities))

/** Returns the cities with their weights, in the same order. */
export function weightedCities(weights: Partial<Record<CityName, number>>): [City, number][] {
  return Object.entries(weights).flatMap(([name, weight]) => {
    const city = citiesByName.get(name)
    return city ? [[city, weight]] : []
  })
}

/** Devices with weights. */
export const devices = [
  [deviceKey('Mobile', 'iOS', 'Safari'), 38],
  [deviceKey('Mobile', 'Android', 'Chrome'), 27],
  [deviceKey('Mobile', 'Android', 'Samsung Internet for Android'), 6],
  [deviceKey('Mobile', 'iOS', 'Chrome'), 3],
  [deviceKey('Tablet', 'iOS', 'Safari'), 4],
  [deviceKey('Tablet', 'Android', 'Chrome'), 1],
  [deviceKey('Desktop', 'Windows', 'Chrome'), 8],
  [deviceKey('Desktop', 'Windows', 'Microsoft Edge'), 5],
  [deviceKey('Desktop', 'macOS', 'Safari'), 4],
  [deviceKey('Desktop', 'macOS', 'Chrome'), 3],
  [deviceKey('Desktop', 'Linux', 'Firefox'), 1],
] as const

export const botDevice = deviceKey('Bot')

/** Sources with weights, on ordinary days. */
export const sources = [
  ['link', 44],
  ['qr', 28],
  ['share', 14],
  ['signature', 9],
  ['nfc', 5],
] as const
/** Sources with weights, on the day of an event. */
export const eventSources = [
  ['qr', 84],
  ['nfc', 9],
  ['link', 5],
  ['share', 2],
] as const

/** Returns the weight of each local hour, given the busiest one. */
export function hourWeights(peak: number): [number, number][] {
  return Array.from({ length: 24 }, (_, hour) => {
    const near = Math.exp(-((hour - peak) ** 2) / 18)
    const evening = 0.35 * Math.exp(-((hour - 20) ** 2) / 8)
    const awake = hour >= 7 && hour <= 23 ? 0.12 : 0.01
    return [hour, near + evening + awake]
  })
}

/** Returns a seeded generator of numbers from 0 to 1 (mulberry32), identical on every machine. */
export function seededRandom(seed: string): () => number {
  let state = [...seed].reduce(
    (sum, letter) => Math.imul(sum ^ letter.charCodeAt(0), 16_777_619),
    2_166_136_261,
  )
  return () => {
    state = (state + 0x6d2b79f5) | 0
    let mixed = Math.imul(state ^ (state >>> 15), 1 | state)
    mixed = (mixed + Math.imul(mixed ^ (mixed >>> 7), 61 | mixed)) ^ mixed
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 4_294_967_296
  }
}

/** Returns one of the entries with a probability proportional to its weight. */
export function weightedChoice<T>(
  random: () => number,
  entries: readonly (readonly [T, number])[],
): T {
  const total = entries.reduce((sum, [, weight]) => sum + weight, 0)
  let left = random() * total
  for (const [value, weight] of entries) {
    left -= weight
    if (left < 0) return value
  }
  throw new Error('Nothing to choose from')
}
