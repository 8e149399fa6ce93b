/** The parts of a breakdown: their order and their names. */
import type { Counts } from '../../../schema/analytics/figures.ts'
import { locale } from '../../messages/language.ts'
import { t, tIn } from '../../messages/t.ts'

type Ranked = { name: string; value: number }

/** Ranks the parts, largest first and `Other` last; `rest` sums the parts beyond the limit. */
export function rank(counts: Counts, limit = Number.POSITIVE_INFINITY) {
  const sorted = Object.entries(counts)
    .map(([name, value]) => ({ name, value }))
    .filter(({ value }) => value > 0)
    .sort(byPlace)
  const rest = sorted.slice(limit)
  return {
    top: sorted.slice(0, limit),
    rest: { names: rest.length, value: rest.reduce((sum, { value }) => sum + value, 0) },
  }
}

function byPlace(one: Ranked, other: Ranked): number {
  const last = Number(one.name === 'Other') - Number(other.name === 'Other')
  return last || other.value - one.value || one.name.localeCompare(other.name)
}

/** Returns the country's name in the viewer's language; an unknown code is returned as is. */
export function countryName(code: string): string {
  if (!/^[A-Z]{2}$/.test(code)) return code
  try {
    return new Intl.DisplayNames(locale, { type: 'region' }).of(code) ?? code
  } catch {
    return code
  }
}

/** Returns a place such as `Munich, Bavaria, DE` with the country's name instead of its code. */
export function placeName(place: string): string {
  const parts = place.split(', ')
  const last = parts.pop() ?? place
  const country = countryName(groupName(last))
  return [...parts.filter((part, index) => part !== parts[index + 1]), country].join(', ')
}

const names = new Map([
  ['Mobile', tIn('type of device', 'Mobile')],
  ['Tablet', t('Tablet')],
  ['Desktop', t('Desktop')],
  ['Bot', t('Bot')],
  ['Unknown', t('Unknown')],
  ['Other', t('Other')],
])

/** Returns the name of a part of a breakdown; brands, such as `Safari`, are the same in every language. */
export function groupName(name: string): string {
  return names.get(name) ?? name
}

/** Returns a device such as `Mobile, iOS, Safari` in the language of the app. */
export function deviceName(device: string): string {
  return device.split(', ').map(groupName).join(', ')
}
