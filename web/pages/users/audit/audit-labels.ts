import type { AuditRow } from '../../../../schema/audit.ts'
import { cardFields } from '../../../../schema/card-fields.ts'

/** Describes an action, to follow the actor's name: "changed the card Ada: Theme, Title". */
export function auditLabel(row: AuditRow): string {
  const { action, summary, details } = row
  const about = targetLabel(row)
  const words = byAction[action]
  // The target was erased, along with its details.
  if (words && !details.erased) return words(about, details)
  return `${past(summary)}${about && `: ${about}`}`
}

/** Names the record of a row, such as "the card Ada"; empty if there is none. */
export function targetLabel({ target, targetName, details }: AuditRow): string {
  const [kind = ''] = target.split(' ')
  if (kind === 'entry') return 'an inbox entry'
  const name = details.username ?? targetName ?? details.slug ?? details.name
  if (typeof name === 'string' && name !== '') return kind ? `the ${kind} ${name}` : name
  return kind && `a deleted ${kind}`
}

/** "Make a link; it expires" as "made a link". */
function past(summary: string): string {
  const [first = ''] = summary.split(';')
  return first.replace(/^\w+/, (word) => {
    const verb = word.toLowerCase()
    return irregular[verb] ?? (verb.endsWith('e') ? `${verb}d` : `${verb}ed`)
  })
}

const irregular: Record<string, string> = {
  bring: 'brought',
  choose: 'chose',
  give: 'gave',
  go: 'went',
  make: 'made',
  send: 'sent',
  set: 'set',
  take: 'took',
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
    `handed ${counted(cards, 'card')} of ${from} to ${to}${listed(cards)}`,
  // In older entries, cards were transferred at once, without an offer.
  'POST /api/account/handover': (_, { to, cards, offered }) =>
    cards
      ? `handed ${counted(cards, 'own card')} to ${to}${listed(cards)}`
      : `offered ${offered === 1 ? 'the own card' : `${offered} own cards`} to ${to}`,
  'POST /api/account/handover/accept': (_, { from, cards }) =>
    `accepted ${counted(cards, 'card')} of ${from}${listed(cards)}`,
  'POST /api/users/bulk': (_, { made }) => `created ${counted(made, 'user')} in a batch`,
  'POST /api/register': did('registered as'),
  'POST /api/business-cards': (about, { owner }) => `created ${about} for ${owner}`,
  'PUT /api/business-cards/:id': (about, { fields }) =>
    `changed ${about}${listed(Array.isArray(fields) ? fields.map(cardFieldName) : [])}`,
  'DELETE /api/business-cards/:id': did('deleted'),
  'POST /api/business-cards/:id/restore': did('restored'),
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
