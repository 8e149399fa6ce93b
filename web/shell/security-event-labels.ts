import type { IconName } from '../../card/icons/Icon.tsx'
import type { SecurityDetails } from '../../schema/security-event.ts'
import { countryName } from '../ui/charts/country-names.ts'

/**
 * The details after an event's title, such as "with a passkey" or "from 2 to 3"; empty if there are
 * none.
 */
export function detailLabel({ method, what, fields, level, cards }: SecurityDetails): string {
  return [
    method && methods[method],
    what && `(${subjects[what]})`,
    fields && fields.length > 0 && `(${fields.map((field) => fieldNames[field]).join(', ')})`,
    level && `from ${level.from} to ${level.to}`,
    cards !== undefined && `(${cards === 1 ? '1 card' : `${cards} cards`})`,
  ]
    .filter(Boolean)
    .join(' ')
}

/** The event's origin, such as "Germany · Firefox, Linux". */
export function originLabel({ country, device }: { country: string | null; device: string }) {
  const place = country ? countryName(country) : 'Unknown country'
  return `${place} · ${device === 'Unknown' ? 'unknown device' : device}`
}

export function securityEventIcon({
  outcome,
  device,
}: {
  outcome: string
  device: string
}): IconName {
  if (outcome === 'failure') return 'alert'
  return /iOS|Android/.test(device) ? 'phone-device' : 'desktop'
}

const methods = {
  password: 'with a password',
  code: 'with a code',
  'recovery-code': 'with a recovery code',
  passkey: 'with a passkey',
} as const

const subjects = {
  account: 'account',
  analytics: 'analytics',
  submissions: 'form submissions',
  'security-events': 'security events',
  app: 'installable app',
  template: 'card template',
} as const

const fieldNames = {
  username: 'username',
  email: 'email',
  fullName: 'full name',
  phone: 'phone',
  password: 'password',
} as const
