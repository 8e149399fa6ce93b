import { locale } from '../messages/language.ts'
import { t, translated } from '../messages/t.ts'

/** `Today, 09:41`, `Yesterday, 18:02` or `15 Jun 2026, 18:42`, in the viewer's locale and time zone. */
export function formatDateTime(iso: string, now = new Date()): string {
  const date = new Date(iso)
  const time = date.toLocaleTimeString(locale, { timeStyle: 'short' })
  if (sameDay(date, now)) return t('Today, {time}', { time })
  if (sameDay(date, dayBefore(now))) return t('Yesterday, {time}', { time })
  return date.toLocaleString(locale, { dateStyle: 'medium', timeStyle: 'short' })
}

/** The same for use within a sentence: `today, 09:41`. */
export function formatTimeInSentence(iso: string, now = new Date()): string {
  const date = new Date(iso)
  const time = date.toLocaleTimeString(locale, { timeStyle: 'short' })
  if (sameDay(date, now)) return t('today, {time}', { time })
  if (sameDay(date, dayBefore(now))) return t('yesterday, {time}', { time })
  return formatDateTime(iso, now)
}

function sameDay(one: Date, other: Date): boolean {
  return one.toDateString() === other.toDateString()
}

function dayBefore(date: Date): Date {
  return new Date(date.getFullYear(), date.getMonth(), date.getDate() - 1)
}

/** Translates the sentence; its ratio gets the decimal sign of the language. */
export function translatedWithRatio(sentence: string | undefined): string | undefined {
  return translated(sentence && withLocalRatio(sentence, locale))
}

/** Only the first ratio is a value; the others are part of the translations. */
export function withLocalRatio(sentence: string, of: string): string {
  return sentence.replace(/\b\d\d?\.\d(?=:1\b)/, (ratio) => Number(ratio).toLocaleString(of))
}

/** `1,245`; from a million on `1.2M`, which should come with the exact number. */
export function formatCount(value: number): string {
  if (value < 1_000_000) return formatExact(value)
  return value.toLocaleString(locale, { notation: 'compact', maximumFractionDigits: 1 })
}

export function formatExact(value: number): string {
  return value.toLocaleString(locale)
}

/** Short form for an axis: `12K`. */
export function formatTick(value: number): string {
  return value.toLocaleString(locale, { notation: 'compact', maximumFractionDigits: 1 })
}

/** `37.84%`; summary tiles use one decimal. */
export function formatPercent(value: number, decimals = 2): string {
  const digits = { minimumFractionDigits: decimals, maximumFractionDigits: decimals }
  return `${value.toLocaleString(locale, digits)}%`
}

/** The share as a percentage; `0.00%` if the whole is 0. */
export function formatShare(part: number, whole: number): string {
  return formatPercent(whole === 0 ? 0 : (part * 100) / whole)
}

/** The two largest units: `42 s`, `3 min 5 s`, `8 h 4 min`. */
export function formatDuration(ms: number): string {
  const seconds = Math.round(ms / 1000)
  if (seconds < 60) return t('{seconds} s', { seconds })
  if (seconds < 3600) {
    const [minutes, rest] = sixties(seconds)
    return rest ? t('{minutes} min {rest} s', { minutes, rest }) : t('{minutes} min', { minutes })
  }
  const [hours, rest] = sixties(Math.round(seconds / 60))
  return rest ? t('{hours} h {rest} min', { hours, rest }) : t('{hours} h', { hours })
}

function sixties(small: number): [string, number] {
  return [formatExact(Math.floor(small / 60)), small % 60]
}
