/** The text of the email with the figures of a week. */
import type { NamedSharePoint, Summary } from '../../schema/analytics/figures.ts'
import type { User } from '../../schema/users/user.ts'
import type { Bindings } from '../env.ts'
import type { Mail } from '../platform/mail.ts'
import { dateText } from '../platform/time.ts'
import { emailWords, quoteName, writeEmail } from '../platform/write-email.ts'

type Sums = Pick<Summary, 'views' | 'visitors' | 'saves' | 'submissions'>

export type WeekOfCard = { card: string; now: Sums; before: Sums }

export type Week = {
  /** Monday and Sunday, in days since 1970. */
  from: number
  until: number
  /** The sum of all cards. */
  views: number
  /** The cards with the most views. */
  cards: WeekOfCard[]
  contacts: number
  /** The share points with the most views. */
  points: Pick<NamedSharePoint & Sums, 'label' | 'views'>[]
}

type Recipient = Pick<User, 'email' | 'mailLanguage'>

/** `token` is that of the link that stops these emails. Links need `PUBLIC_ORIGIN`, because a cron job has no request. */
export function weeklyEmail(
  env: Bindings,
  { email, mailLanguage: language }: Recipient,
  week: Week,
  token: string,
): Mail {
  const { weekly } = emailWords(language)
  const locale = language ?? 'en'
  const stop = `${env.PUBLIC_ORIGIN}/mail/stop/${token}?l=${locale}`
  const number = (count: number) => count.toLocaleString(locale)
  const date = (day: number) =>
    new Date(dateText(day)).toLocaleDateString(locale, { dateStyle: 'medium', timeZone: 'UTC' })
  const line = ({ now, before }: WeekOfCard, key: keyof Sums) =>
    `${weekly[key]}: ${number(now[key] ?? 0)} (${number(before[key] ?? 0)})`
  const cards = week.cards.map((one) =>
    [
      withoutBraces(quoteName(one.card)),
      ...(['views', 'visitors', 'saves', 'submissions'] as const).map((key) => line(one, key)),
    ].join('\n'),
  )
  const points = week.points.map(
    ({ label, views }) => `- ${withoutBraces(quoteName(label))}: ${number(views)}`,
  )
  const text = [
    weekly.period,
    ...cards,
    weekly.contacts,
    ...(points.length > 0 ? [[weekly.points, ...points].join('\n')] : []),
    ...(env.PUBLIC_ORIGIN ? weekly.links : []),
  ]
  const values = {
    count: week.views,
    views: number(week.views),
    from: date(week.from),
    until: date(week.until),
    contacts: number(week.contacts),
    figures: `${env.PUBLIC_ORIGIN}/advanced-analytics`,
    stop,
  }
  return {
    ...writeEmail(env, email, { subject: weekly.subject, text, values }),
    ...(env.PUBLIC_ORIGIN && { headers: oneClick(stop) }),
  }
}

/** RFC 8058: programs that read email stop it with one click, by a POST to the address. */
function oneClick(address: string): Record<string, string> {
  return {
    'List-Unsubscribe': `<${address}>`,
    'List-Unsubscribe-Post': 'List-Unsubscribe=One-Click',
  }
}

// They would be taken for placeholders.
function withoutBraces(text: string): string {
  return text.replace(/[{}]/g, '')
}
