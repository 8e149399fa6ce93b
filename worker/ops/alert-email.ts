/** The email about alerts. */
import { screens } from '../../schema/screens.ts'
import type { Bindings } from '../env.ts'
import type { Mail } from '../platform/mail.ts'

type Told = {
  to: string
  change: 'began' | 'ended'
  alerts: { title: string; advice: string }[]
}

/** One email for all alerts that began, or ended, in the same minute. */
export function alertEmail(env: Bindings, { to, change, alerts }: Told): Mail {
  const [first, ...others] = alerts
  const what = others.length > 0 ? `${alerts.length} alerts` : `${first?.title}`
  const subject = change === 'began' ? what : `Over: ${what}`
  const text = {
    began: [
      `This has been so for five minutes at ${nameOf(env)}:`,
      ...alerts.map(({ title, advice }) => `${title}.\n${advice}`),
    ],
    ended: [
      `This has been over for five minutes at ${nameOf(env)}:`,
      ...alerts.map(({ title }) => `${title}.`),
    ],
  }[change]
  const link = env.PUBLIC_ORIGIN && `${env.PUBLIC_ORIGIN}${screens.status.path}`
  return {
    to,
    kind: 'alert',
    subject: `${env.PRODUCT_NAME}: ${subject}`,
    text: [...text, ...(link ? [link] : [])].join('\n\n'),
  }
}

function nameOf({ PUBLIC_ORIGIN, PRODUCT_NAME }: Bindings): string {
  return PUBLIC_ORIGIN || PRODUCT_NAME
}
