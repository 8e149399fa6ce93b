import type { AuditRow } from '../../../../schema/audit.ts'
import { cardFields } from '../../../../schema/card-fields.ts'

/** Describes an action, to follow the actor's name: "changed the card Ada: Theme, Title". */
export function auditLabel(row: AuditRow): string {
  const { action, details } = row
  const about = targetLabel(row)
  const words = byAction[action]
  // The target was erased, along with its details.
  if (words && !details.erased) return words(about, details)
  return `${phrases[action] ?? `called ${action}`}${about && `: ${about}`}`
}

/** Names the record of a row, such as "the card Ada"; empty if there is none. */
export function targetLabel({ target, targetName, details }: AuditRow): string {
  const [kind = '', id = ''] = target.split(' ')
  if (kind === 'entry') return 'a form submission'
  if (kind === 'point') return `the share point ${details.code}`
  if (kind === 'event') return `the event ${id}`
  const name = details.username ?? targetName ?? details.slug ?? details.name
  if (typeof name === 'string' && name !== '') return kind ? `the ${kind} ${name}` : name
  return kind && `a deleted ${kind}`
}

type Details = AuditRow['details']
type Words = (about: string, details: Details) => string

const did =
  (verb: string): Words =>
  (about) =>
    `${verb} ${about}`

const changed: Words = (about, details) => `changed ${about}: ${changes(details) || 'nothing'}`

const byAction: Record<string, Words> = {
  'POST /api/users': (about, { accessLevel }) => `created ${about}, access level ${accessLevel}`,
  'PUT /api/users/:id': changed,
  'PATCH /api/users/:id': changed,
  'DELETE /api/users/:id': did('deleted'),
  'POST /api/users/:id/restore': did('restored'),
  'POST /api/users/:id/handover': (_, { from, to, cards }) =>
    `handed over ${counted(cards, 'card')} from ${from} to ${to}${listed(cards)}`,
  // In older entries, cards were transferred at once, without an offer.
  'POST /api/account/handover': (_, { to, cards, offered }) =>
    cards
      ? `handed over ${counted(cards, 'card')} to ${to}${listed(cards)}`
      : `offered ${offered === 1 ? 'their card' : `their ${offered} cards`} to ${to}`,
  'POST /api/account/handover/accept': (_, { from, cards }) =>
    `accepted ${counted(cards, 'card')} from ${from}${listed(cards)}`,
  'POST /api/users/bulk': (_, { made }) => `created ${counted(made, 'user')} in a batch`,
  'POST /api/register': did('registered as'),
  'POST /setup': did('set up the installation as'),
  'POST /api/business-cards': (about, { owner }) => `created ${about} for ${owner}`,
  'PUT /api/business-cards/:id': (about, { fields }) =>
    `changed ${about}${listed(Array.isArray(fields) ? fields.map(cardFieldName) : [])}`,
  'DELETE /api/business-cards/:id': did('deleted'),
  'POST /api/business-cards/:id/restore': did('restored'),
  'POST /api/business-cards/:id/share-points': (about, { code }) =>
    `created the share point ${code} of ${about}`,
  'PATCH /api/share-points/:id': (about, { fields }) =>
    `changed ${about}${listed(Array.isArray(fields) ? fields : [])}`,
  'POST /api/events': did('created'),
  'PATCH /api/events/:id': (about, { fields }) =>
    `changed ${about}${listed(Array.isArray(fields) ? fields : [])}`,
  'DELETE /api/events/:id': did('deleted'),
  'PATCH /api/events/:id/share-points': (about, { added, removed }) =>
    `changed the share points of ${about}: ${added} added, ${removed} removed`,
}

function cardFieldName(field: unknown): string {
  return cardLabels.get(String(field)) ?? String(field)
}

const cardLabels = new Map(Object.entries(cardFields).map(([field, { label }]) => [field, label]))

function changes(details: Details): string {
  return Object.entries(details)
    .map(([field, change]) => `${fieldNames[field] ?? field}${movement(change)}`)
    .join(', ')
}

function movement(change: unknown): string {
  if (typeof change !== 'object' || change === null) return ''
  const { from, to } = { from: undefined, to: undefined, ...change }
  return ` from ${from ?? 'nothing'} to ${to ?? 'nothing'}`
}

const fieldNames: Record<string, string> = {
  fullName: 'full name',
  accessLevel: 'access level',
  cardSlug: 'card URL slug',
}

function counted(list: unknown, what: string): string {
  const count = Array.isArray(list) ? list.length : 0
  return count === 1 ? `1 ${what}` : `${count} ${what}s`
}

function listed(list: unknown): string {
  return Array.isArray(list) && list.length > 0 ? `: ${list.join(', ')}` : ''
}

/** Actions whose label needs no details, or whose details were erased. */
const phrases: Record<string, string> = {
  'DELETE /api/account': 'deleted their account',
  'DELETE /api/account/passkeys/:passkey': 'removed a passkey',
  'DELETE /api/account/second-factor': 'turned off two-step verification',
  'DELETE /api/account/tokens/:token': 'revoked an API token',
  'DELETE /api/analytics-shares/:share': 'revoked a link to analytics',
  'DELETE /api/business-cards/:id': 'deleted a card',
  'DELETE /api/business-cards/:id/locales/:locale': 'removed a translation of a card',
  'PUT /api/business-cards/:id/locales/:locale': 'changed a translation of a card',
  'DELETE /api/events/:id': 'deleted an event',
  'DELETE /api/sessions': 'signed out of all other devices',
  'DELETE /api/sessions/:session': 'signed out of a device',
  'DELETE /api/submissions/:id': 'deleted a form submission',
  'DELETE /api/templates/:id': 'deleted a template',
  'DELETE /api/users/:id': 'deleted a user',
  'DELETE /api/users/:id/second-factor': 'turned off the two-step verification of a user',
  'DELETE /api/visitor-data': 'erased the form submissions of a visitor',
  'PATCH /api/account/passkeys/:passkey': 'renamed a passkey',
  'PATCH /api/events/:id': 'changed an event',
  'PATCH /api/events/:id/share-points': 'changed the share points of an event',
  'PATCH /api/submissions/:id': 'changed the status or note of a form submission',
  'PATCH /api/users/:id': 'changed a user',
  'POST /api/account/email-revert': 'undid an email change',
  'POST /api/account/email-verification': 'requested a new confirmation email',
  'POST /api/account/email-verification/confirm': 'confirmed an email address',
  'POST /api/account/handover': 'offered cards to a colleague',
  'POST /api/account/handover/accept': 'accepted cards from a colleague',
  'POST /api/account/handover/offer': 'opened an offer of cards',
  'POST /api/account/passkeys': 'added a passkey',
  'POST /api/account/passkeys/options': 'began to add a passkey',
  'POST /api/account/second-factor': 'began to set up two-step verification',
  'POST /api/account/second-factor/confirm': 'turned on two-step verification',
  'POST /api/account/second-factor/recovery-codes': 'created new recovery codes',
  'POST /api/account/tokens': 'created an API token',
  'POST /api/analytics-shares': 'created a link to analytics',
  'POST /api/business-cards': 'created a card',
  'POST /api/business-cards/:id/restore': 'restored a card',
  'POST /api/events': 'created an event',
  'POST /api/logout': 'signed out',
  'POST /api/pwa-settings': 'changed the name and appearance of the installed app',
  'POST /api/pwa-upload': 'uploaded an image for the installed app',
  'POST /api/reauthenticate': 'reauthenticated',
  'POST /api/reauthenticate/passkey': 'reauthenticated with a passkey',
  'POST /api/reauthenticate/passkey/options': 'began to reauthenticate with a passkey',
  'POST /api/register': 'registered',
  'POST /setup': 'set up the installation',
  'POST /api/reset-password': 'requested a password reset',
  'POST /api/reset-password/confirm': 'reset a password',
  'POST /api/templates': 'created a template',
  'POST /api/templates/:id/job': 'applied a template',
  'POST /api/templates/:id/job/continue': 'continued a template run',
  'POST /api/templates/:id/job/undo': 'undid a template run',
  'POST /api/update-password': 'changed their password',
  'POST /api/upload': 'uploaded an image for a card',
  'POST /api/users': 'created a user',
  'POST /api/users/:id/handover': 'handed over the cards of a user',
  'POST /api/users/:id/restore': 'restored a user',
  'POST /api/users/bulk': 'created users in a batch',
  'POST /api/users/check': 'checked usernames and slugs',
  'POST /api/business-cards/:id/share-points': 'created a share point',
  'PATCH /api/share-points/:id': 'changed a share point',
  'POST /api/visitor-data': 'looked up the form submissions of a visitor',
  'PUT /api/account/mail': 'changed their email notification settings',
  'PUT /api/business-cards/:id': 'changed a card',
  'PUT /api/templates/:id': 'changed a template',
  'PUT /api/users/:id': 'changed a user',
}
