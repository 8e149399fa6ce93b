/** Writes emails in the language of their recipients, with the texts of `email-words/`. */
import type { AppLanguage } from '../../schema/app-language.ts'
import type { Bindings } from '../env.ts'
import { words as german } from './email-words/de.ts'
import { type EmailText, type EmailWords, words as english } from './email-words/en.ts'
import { words as spanish } from './email-words/es.ts'
import { words as french } from './email-words/fr.ts'
import { words as japanese } from './email-words/ja.ts'
import type { Mail } from './mail.ts'

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

/** Text from users must be quoted: see `platform/email-text.ts`. */
export function writeEmail(env: Bindings, to: string, { subject, text, values }: Draft): Mail {
  const all: Draft['values'] = { product: env.PRODUCT_NAME, support: env.SUPPORT_EMAIL, ...values }
  const filled = (one: EmailText) => {
    const pattern = typeof one === 'string' ? one : one[values.count === 1 ? 'one' : 'other']
    return pattern.replace(/\{(\w+)\}/g, (_, name: string) => `${all[name] ?? ''}`)
  }
  const paragraphs = [...text.map(filled), `${env.PRODUCT_NAME}\n`]
  return { to, subject: filled(subject), text: paragraphs.join('\n\n') }
}
