import { locale } from '../../messages/language.ts'
import { groupName } from './group-name.ts'

/** Returns the country's name in the viewer's language; an unknown code is returned as is. */
export function countryName(code: string): string {
  if (!/^[A-Z]{2}$/.test(code)) return code
  try {
    return new Intl.DisplayNames(locale, { type: 'region' }).of(code) ?? code
  } catch {
    return code
  }
}

/** `Munich, Bavaria, DE` with the country's name instead of its code. */
export function placeName(place: string): string {
  const parts = place.split(', ')
  const last = parts.pop() ?? place
  const country = countryName(groupName(last))
  return [...parts.filter((part, index) => part !== parts[index + 1]), country].join(', ')
}
