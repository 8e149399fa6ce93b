/** Writes plain-text emails in the language of their recipients, with the texts of `email-words/`. */
import type { AppLanguage } from '../../schema/screens.ts'
import { withoutInvisible } from '../../schema/text.ts'
import type { Bindings } from '../env.ts'
import { words as german } from './email-words/de.ts'
import { type EmailText, type EmailWords, words as english } from './email-words/en.ts'
import { words as spanish } from './email-words/es.ts'
import { words as french } from './email-words/fr.ts'
import { words as japanese } from './email-words/ja.ts'
import type { Mail } from './mail.ts'

// Commands run this file in Node, which has no `import.meta.glob`.
const wordsOf: Record<AppLanguage, EmailWords> = {
  en: english,
  de: german,
  es: spanish,
  fr: french,
  ja: japanese,
}

/** The texts of emails to a user with this language; English without one. */
export function emailWords(language: AppLanguage | null): EmailWords {
  return wordsOf[language ?? 'en']
}

/** The texts of an email, by paragraph, and the values of their placeholders; `count` selects the plural. */
export type Draft = {
  subject: EmailText
  text: readonly EmailText[]
  values: Record<string, string | number>
}

/** Fills in the texts of an email. Text from users must be quoted with `quoteName` or `quoteText`. */
export function writeEmail(env: Bindings, to: string, { subject, text, values }: Draft): Mail {
  const all: Draft['values'] = { product: env.PRODUCT_NAME, support: env.SUPPORT_EMAIL, ...values }
  const filled = (one: EmailText) => {
    const pattern = typeof one === 'string' ? one : one[values.count === 1 ? 'one' : 'other']
    return pattern.replace(/\{(\w+)\}/g, (_, name: string) => `${all[name] ?? ''}`)
  }
  const paragraphs = [...text.map(filled), `${env.PRODUCT_NAME}\n`]
  return { to, subject: filled(subject), text: paragraphs.join('\n\n') }
}

/** Headers with which email programs unsubscribe in one click, by a POST to the address (RFC 8058). */
export function unsubscribeHeaders(address: string): Record<string, string> {
  return {
    'List-Unsubscribe': `<${address}>`,
    'List-Unsubscribe-Post': 'List-Unsubscribe=One-Click',
  }
}

/** A date, such as `2026-11-23`, as people write it in the language. */
export function writeDate(date: string, locale: string): string {
  return new Date(date).toLocaleDateString(locale, { dateStyle: 'medium', timeZone: 'UTC' })
}

// Text from users starts no line and is not turned into a link.

const maxLength = 80
// Email programs turn addresses into links. An invisible word joiner (U+2060) inside the address prevents it.
const joiner = '\u2060'

/** A name on one line, at most 80 characters, for use between double quotes. */
export function quoteName(text: string): string {
  const characters = [...stripInvisible(text).replaceAll('"', "'")]
  const short =
    characters.length > maxLength ? [...characters.slice(0, maxLength - 1), '…'] : characters
  return breakLinks(short.join(''))
}

/** A name for the text of an email that `writeEmail` fills in: without braces, which would be taken for placeholders. */
export function quoteInText(text: string): string {
  return quoteName(text).replace(/[{}]/g, '')
}

/** A longer text without links. A single line stays one; of several lines, each is quoted with `>` (RFC 3676, section 4.5). */
export function quoteText(text: string): string {
  const lines = text.split(/[\n\r\u2028\u2029]+/).map(stripInvisible)
  const [only = '', ...more] = lines.map(breakLinks)
  return more.length === 0 ? only : ['', only, ...more].join('\n> ')
}

/** Reverses `quoteName`, for a name copied from an email. */
export function unquoteName(name: string): string {
  return name.replaceAll(joiner, '')
}

function stripInvisible(text: string): string {
  return withoutInvisible(text.replace(/[\s\p{Cc}\p{Zl}\p{Zp}]+/gu, ' ')).trim()
}

function breakLinks(text: string): string {
  return text.replace(/(?<=\S)[.:@/\\](?=\S)/gu, `$&${joiner}`)
}
