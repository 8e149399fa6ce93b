/** The text of the digest of follow-ups. */
import { submitterName } from '../../schema/inbox.ts'
import type { User } from '../../schema/user.ts'
import type { Bindings } from '../env.ts'
import { quoteName } from '../platform/email-text.ts'
import type { Mail } from '../platform/mail.ts'
import type { EmailText, EmailWords } from '../users/email-words/en.ts'
import { emailWords, writeEmail } from '../users/write-email.ts'

const maxListed = 20

type DigestEntry = {
  formData: Record<string, string>
  /** The name of the card. */
  card: string
  followUpOn: string | null
}

type Digest = { due: DigestEntry[]; assigned: DigestEntry[] }

/** Lists at most 20 entries of each kind. Links need `PUBLIC_ORIGIN`, because a cron job has no request. */
export function followUpEmail(
  env: Bindings,
  { email, mailLanguage: language }: Pick<User, 'email' | 'mailLanguage'>,
  { due, assigned }: Digest,
): Mail {
  const words = emailWords(language)
  const { subject, links } = words.followUps
  const locale = language ?? 'en'
  const text = [
    ...section(words.followUps.due, due, { words, locale }),
    ...section(words.followUps.assigned, assigned, { words, locale }),
    ...(env.PUBLIC_ORIGIN ? links : []),
  ]
  const values = {
    count: due.length + assigned.length,
    inbox: `${env.PUBLIC_ORIGIN}/inbox/${assigned.length > 0 ? 'assigned' : 'all'}`,
    account: `${env.PUBLIC_ORIGIN}/account`,
  }
  return writeEmail(env, email, { subject, text, values })
}

type Language = { words: EmailWords; locale: string }

function section(title: EmailText, entries: DigestEntry[], language: Language): string[] {
  if (entries.length === 0) return []
  const lines = entries.slice(0, maxListed).map((entry) => line(entry, language))
  const hidden = entries.length - lines.length
  return [[title, ...lines, ...(hidden > 0 ? [`+ ${hidden}`] : [])].join('\n')]
}

// Braces would be taken for placeholders.
function line({ formData, card, followUpOn }: DigestEntry, { words, locale }: Language): string {
  const name = quoteName(submitterName(formData, words.somebody))
  const day =
    followUpOn &&
    new Date(followUpOn).toLocaleDateString(locale, { dateStyle: 'medium', timeZone: 'UTC' })
  return `- "${name}" (${[day, quoteName(card)].filter(Boolean).join(', ')})`.replace(/[{}]/g, '')
}
