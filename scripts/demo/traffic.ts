/** Where the demo visitors are and what they hold in their hands. */
import { deviceKey, placeKey } from '../../schema/place.ts'

/** Place as stored, and hours ahead of UTC. */
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
} as const

export type CityName = keyof typeof cities

export function cityOf(name: CityName): { place: string; ahead: number } {
  const [place, ahead] = cities[name]
  return { place, ahead }
}

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

export const robots = deviceKey('Bot')

/** Of ordinary days, and of a day when many meet. */
export const waysIn = [
  ['link', 44],
  ['qr', 28],
  ['share', 14],
  ['signature', 9],
  ['nfc', 5],
] as const
export const waysInAtEvent = [
  ['qr', 84],
  ['nfc', 9],
  ['link', 5],
  ['share', 2],
] as const

/** How much comes in each hour of the local day, around the hour when most come. */
export function hourWeights(peak: number): [number, number][] {
  return Array.from({ length: 24 }, (_, hour) => {
    const near = Math.exp(-((hour - peak) ** 2) / 18)
    const evening = 0.35 * Math.exp(-((hour - 20) ** 2) / 8)
    const awake = hour >= 7 && hour <= 23 ? 0.12 : 0.01
    return [hour, near + evening + awake]
  })
}
