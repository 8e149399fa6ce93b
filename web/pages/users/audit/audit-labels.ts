import type { AuditRow } from '../../../../schema/audit.ts'
import { cardFields } from '../../../../schema/card-fields.ts'
import { t, translated } from '../../../messages/t.ts'

/** Describes an action, to follow the actor's name: "changed the card Ada: Theme, Title". */
export function auditLabel(row: AuditRow): string {
  const { action, details } = row
  const about = targetLabel(row)
  const words = byAction[action]
  // The target was erased, along with its details.
  if (words && !details.erased) return words(about, details)
  return `${phrases[action] ?? t('called {action}', { action })}${about && `: ${about}`}`
}

/** Names the record of a row, such as "the card Ada"; empty if there is none. */
export function targetLabel({ target, targetName, details }: AuditRow): string {
  const [kind = '', id = ''] = target.split(' ')
  if (kind === 'entry') return t('a form submission')
  if (kind === 'point') return t('the share point {code}', { code: text(details.code) })
  if (kind === 'event') return t('the event {id}', { id })
  // A renamed user's `username` is the change.
  const names = [details.username, targetName, details.slug, details.name]
  const known = names.find((name): name is string => typeof name === 'string' && name !== '')
  const words = targets[kind]
  return words ? words(known) : [kind, known].filter(Boolean).join(' ')
}

const targets: Record<string, (name: string | undefined) => string> = {
  card: (name) => (name ? t('the card {name}', { name }) : t('a deleted card')),
  user: (name) => (name ? t('the user {name}', { name }) : t('a deleted user')),
  template: (name) => (name ? t('the template {name}', { name }) : t('a deleted template')),
}

type Details = AuditRow['details']
type Words = (about: string, details: Details) => string

const created: Words = (about) => t('created {about}', { about })
const deleted: Words = (about) => t('deleted {about}', { about })
const restored: Words = (about) => t('restored {about}', { about })

/** With the list of changes, such as "changed the card Ada: Theme, Title". */
function changedText(about: string, list: string): string {
  return list ? t('changed {about}: {list}', { about, list }) : t('changed {about}', { about })
}

const changed: Words = (about, details) => changedText(about, changes(details) || t('nothing'))

const byAction: Record<string, Words> = {
  'POST /api/users': (about, { accessLevel }) =>
    t('created {about}, access level {accessLevel}', { about, accessLevel: text(accessLevel) }),
  'PUT /api/users/:id': changed,
  'PATCH /api/users/:id': changed,
  'DELETE /api/users/:id': deleted,
  'POST /api/users/:id/restore': restored,
  'POST /api/users/:id/handover': (_, { from, to, cards }) =>
    t('handed over {counted} from {from} to {to}{listed}', {
      counted: countedCards(cards),
      from: text(from),
      to: text(to),
      listed: listed(cards),
    }),
  // In older entries, cards were transferred at once, without an offer.
  'POST /api/account/handover': (_, { to, cards, offered }) =>
    cards
      ? t('handed over {counted} to {to}{listed}', {
          counted: countedCards(cards),
          to: text(to),
          listed: listed(cards),
        })
      : t('offered {offered, plural, one {their card} other {their # cards}} to {to}', {
          offered: Number(offered),
          to: text(to),
        }),
  'POST /api/account/handover/accept': (_, { from, cards }) =>
    t('accepted {counted} from {from}{listed}', {
      counted: countedCards(cards),
      from: text(from),
      listed: listed(cards),
    }),
  'POST /api/users/bulk': (_, { made }) =>
    t('created {count, plural, one {# user} other {# users}} in a batch', {
      count: Array.isArray(made) ? made.length : 0,
    }),
  'POST /api/register': (about) => t('registered as {about}', { about }),
  'POST /setup': (about) => t('set up the installation as {about}', { about }),
  'POST /api/business-cards': (about, { owner }) =>
    t('created {about} for {owner}', { about, owner: text(owner) }),
  'PUT /api/business-cards/:id': (about, { fields }) =>
    changedText(about, joined(Array.isArray(fields) ? fields.map(cardFieldName) : [])),
  'DELETE /api/business-cards/:id': deleted,
  'POST /api/business-cards/:id/restore': restored,
  'POST /api/business-cards/:id/lock': (about) =>
    t('locked the hidden details of {about}', { about }),
  'POST /api/business-cards/:id/share-points': (about, { code }) =>
    t('created the share point {code} of {about}', { code: text(code), about }),
  'PATCH /api/share-points/:id': (about, { fields }) =>
    changedText(about, joined(Array.isArray(fields) ? fields : [])),
  'POST /api/leads/batch': (about, { added }) =>
    t('captured {count, plural, one {# lead} other {# leads}} for {about}', {
      count: Number(added),
      about,
    }),
  'POST /api/events': created,
  'PATCH /api/events/:id': (about, { fields }) =>
    changedText(about, joined(Array.isArray(fields) ? fields : [])),
  'DELETE /api/events/:id': deleted,
  'PATCH /api/events/:id/share-points': (about, { added, removed }) =>
    t('changed the share points of {about}: {added} added, {removed} removed', {
      about,
      added: text(added),
      removed: text(removed),
    }),
}

function cardFieldName(field: unknown): string {
  return cardLabels.get(String(field)) ?? String(field)
}

const cardLabels = new Map(
  Object.entries(cardFields).map(([field, { label }]) => [field, translated(label)]),
)

function changes(details: Details): string {
  return Object.entries(details)
    .map(([field, change]) => `${fieldNames[field] ?? field}${movement(change)}`)
    .join(', ')
}

function movement(change: unknown): string {
  if (typeof change !== 'object' || change === null) return ''
  const { from, to } = { from: undefined, to: undefined, ...change }
  return ` ${t('from {from} to {to}', { from: text(from ?? t('nothing')), to: text(to ?? t('nothing')) })}`
}

const fieldNames: Record<string, string> = {
  username: t('username'),
  fullName: t('full name'),
  email: t('email'),
  phone: t('phone'),
  password: t('password'),
  accessLevel: t('access level'),
  cardSlug: t('card URL slug'),
  language: t('language'),
}

function countedCards(list: unknown): string {
  const count = Array.isArray(list) ? list.length : 0
  return t('{count, plural, one {# card} other {# cards}}', { count })
}

function listed(list: unknown): string {
  const text = joined(list)
  return text && `: ${text}`
}

function joined(list: unknown): string {
  return Array.isArray(list) ? list.join(', ') : ''
}

function text(value: unknown): string {
  return String(value ?? '')
}

/** Actions whose label needs no details, or whose details were erased. */
const phrases: Record<string, string> = {
  'DELETE /api/account': t('deleted their account'),
  'DELETE /api/account/feeds/:feed': t('revoked a feed'),
  'DELETE /api/account/passkeys/:passkey': t('removed a passkey'),
  'DELETE /api/account/second-factor': t('turned off two-step verification'),
  'DELETE /api/account/tokens/:token': t('revoked an API token'),
  'DELETE /api/analytics-shares/:share': t('revoked a link to analytics'),
  'DELETE /api/business-cards/:id': t('deleted a card'),
  'POST /api/business-cards/:id/lock': t('locked the hidden details of a card'),
  'DELETE /api/business-cards/:id/locales/:locale': t('removed a translation of a card'),
  'PUT /api/business-cards/:id/locales/:locale': t('changed a translation of a card'),
  'DELETE /api/events/:id': t('deleted an event'),
  'DELETE /api/sessions': t('signed out of all other devices'),
  'DELETE /api/sessions/:session': t('signed out of a device'),
  'DELETE /api/submissions/:id': t('deleted a form submission'),
  'DELETE /api/templates/:id': t('deleted a template'),
  'DELETE /api/users/:id': t('deleted a user'),
  'DELETE /api/users/:id/second-factor': t('turned off the two-step verification of a user'),
  'DELETE /api/visitor-data': t('erased the form submissions of a visitor'),
  'PATCH /api/account/passkeys/:passkey': t('renamed a passkey'),
  'PATCH /api/events/:id': t('changed an event'),
  'PATCH /api/events/:id/share-points': t('changed the share points of an event'),
  'PATCH /api/submissions/:id': t('changed a form submission'),
  'POST /api/submissions/bulk': t('changed form submissions in bulk'),
  'POST /api/submissions/restore': t('restored form submissions'),
  'PUT /api/business-cards/:id/reply-templates': t('changed the reply templates of a card'),
  'POST /api/submissions/merge': t('merged form submissions'),
  'POST /api/submissions/:id/split': t('split a merged form submission'),
  'PUT /api/account/contact-fields': t('changed their own fields of form submissions'),
  'PATCH /api/users/:id': t('changed a user'),
  'POST /api/account/email-revert': t('undid an email change'),
  'POST /api/account/email-verification': t('requested a new confirmation email'),
  'POST /api/account/email-verification/confirm': t('confirmed an email address'),
  'POST /api/account/feeds': t('created a feed'),
  'POST /api/account/handover': t('offered cards to a colleague'),
  'POST /api/account/handover/accept': t('accepted cards from a colleague'),
  'POST /api/account/handover/offer': t('opened an offer of cards'),
  'POST /api/account/passkeys': t('added a passkey'),
  'POST /api/account/passkeys/options': t('began to add a passkey'),
  'POST /api/account/second-factor': t('began to set up two-step verification'),
  'POST /api/account/second-factor/confirm': t('turned on two-step verification'),
  'POST /api/account/second-factor/recovery-codes': t('created new recovery codes'),
  'POST /api/account/tokens': t('created an API token'),
  'POST /api/analytics-shares': t('created a link to analytics'),
  'POST /api/business-cards': t('created a card'),
  'POST /api/business-cards/:id/restore': t('restored a card'),
  'POST /api/events': t('created an event'),
  'POST /api/leads/batch': t('captured leads for a card'),
  'POST /api/logout': t('signed out'),
  'POST /api/pwa-settings': t('changed the name and appearance of the installed app'),
  'POST /api/pwa-upload': t('uploaded an image for the installed app'),
  'POST /api/reauthenticate': t('confirmed their identity'),
  'POST /api/reauthenticate/passkey': t('confirmed their identity with a passkey'),
  'POST /api/reauthenticate/passkey/options': t('began to confirm their identity with a passkey'),
  'POST /api/register': t('registered'),
  'POST /setup': t('set up the installation'),
  'POST /api/reset-password': t('requested a password reset'),
  'POST /api/reset-password/confirm': t('reset a password'),
  'POST /api/templates': t('created a template'),
  'POST /api/templates/:id/job': t('applied a template'),
  'POST /api/templates/:id/job/continue': t('continued a template run'),
  'POST /api/templates/:id/job/undo': t('undid a template run'),
  'POST /api/update-password': t('changed their password'),
  'POST /api/upload': t('uploaded an image for a card'),
  'POST /api/users': t('created a user'),
  'POST /api/users/:id/handover': t('handed over the cards of a user'),
  'POST /api/users/:id/restore': t('restored a user'),
  'POST /api/users/bulk': t('created users in a batch'),
  'POST /api/users/check': t('checked usernames and slugs'),
  'POST /api/business-cards/:id/archive': t('imported an archive into a card'),
  'POST /api/business-cards/:id/share-points': t('created a share point'),
  'POST /api/business-cards/:id/wallet': t('added a card to a phone wallet'),
  'PATCH /api/share-points/:id': t('changed a share point'),
  'POST /api/visitor-data': t('looked up the form submissions of a visitor'),
  'PUT /api/account/mail': t('changed their email notification settings'),
  'PUT /api/business-cards/:id': t('changed a card'),
  'PUT /api/templates/:id': t('changed a template'),
  'PUT /api/users/:id': t('changed a user'),
}
