import type { IconName } from '../../card/icons/Icon.tsx'
import { EventDetails } from '../../schema/users/audit.ts'
import { t } from '../messages/t.ts'
import { countryName } from '../ui/charts/breakdown.ts'

/** Returns the details after an event's title, such as "with a passkey" or "from 2 to 3"; empty if there are none. */
export function detailLabel(details: Record<string, unknown>): string {
  const { method, what, fields, level, cards } = EventDetails.safeParse(details).data ?? {}
  return [
    method && methods[method],
    what && `(${subjects[what]})`,
    fields && fields.length > 0 && `(${fields.map((field) => fieldNames[field]).join(', ')})`,
    level && t('from {from} to {to}', { from: level.from, to: level.to }),
    cards !== undefined && `(${t('{cards, plural, one {# card} other {# cards}}', { cards })})`,
  ]
    .filter(Boolean)
    .join(' ')
}

/** Returns the event's origin, such as "Germany · Firefox, Linux". */
export function originLabel({ country, device }: { country: string | null; device: string }) {
  const place = country ? countryName(country) : t('Unknown country')
  return `${place} · ${device === 'Unknown' ? t('unknown device') : device}`
}

export function securityEventIcon({
  outcome,
  device,
}: {
  outcome: string
  device: string | null
}): IconName {
  if (outcome === 'failure') return 'alert'
  return /iOS|Android/.test(device ?? '') ? 'phone-device' : 'desktop'
}

const methods = {
  password: t('with a password'),
  code: t('with a code'),
  'recovery-code': t('with a recovery code'),
  passkey: t('with a passkey'),
} as const

const subjects = {
  account: t('account'),
  analytics: t('analytics'),
  submissions: t('form submissions'),
  'security-events': t('security events'),
  app: t('installable app'),
  template: t('card template'),
} as const

const fieldNames = {
  username: t('username'),
  email: t('email'),
  fullName: t('full name'),
  phone: t('phone'),
  password: t('password'),
} as const
