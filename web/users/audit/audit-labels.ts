import { cardFields } from '../../../schema/cards/card-fields.ts'
import { type AuditRow, type ChangeKind, securityKindOf } from '../../../schema/users/audit.ts'
import { t, translated } from '../../messages/t.ts'

/** Describes an action, to follow the actor's name: "changed the card Ada: Theme, Title". */
export function auditLabel(row: AuditRow): string {
  const { action, details } = row
  const about = targetLabel(row)
  if (!isPhrased(action)) return `${t('called {action}', { action })}${about && `: ${about}`}`
  const words = withDetails[action]
  // The target was erased, along with its details.
  if (words && !details.erased) return words(about, details)
  return `${phrases[action]}${about && `: ${about}`}`
}

/** The title of a sign-in, refusal or export; undefined for a change, which `auditLabel` describes. */
export function eventTitle({ action }: AuditRow): string | undefined {
  const title = isPhrased(action) ? undefined : securityKindOf(action)?.title
  return title && translated(title)
}

function isPhrased(action: string): action is PhrasedKind {
  return action in phrases
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

const withDetails: Partial<Record<PhrasedKind, Words>> = {
  'user-created': (about, { accessLevel }) =>
    t('created {about}, access level {accessLevel}', { about, accessLevel: text(accessLevel) }),
  'user-edited': changed,
  'email-changed': changed,
  'level-changed': changed,
  'password-changed': (about, details) =>
    about ? changed(about, details) : phrases['password-changed'],
  'user-deactivated': deleted,
  'user-restored': restored,
  'cards-handed-over': (_, { from, to, cards }) =>
    t('handed over {counted} from {from} to {to}{listed}', {
      counted: countedCards(cards),
      from: text(from),
      to: text(to),
      listed: listed(cards),
    }),
  // In older entries, cards were transferred at once, without an offer.
  'handover-offered': (_, { to, cards, offered }) =>
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
  'handover-accepted': (_, { from, cards }) =>
    t('accepted {counted} from {from}{listed}', {
      counted: countedCards(cards),
      from: text(from),
      listed: listed(cards),
    }),
  'users-created': (_, { made }) =>
    t('created {count, plural, one {# user} other {# users}} in a batch', {
      count: Array.isArray(made) ? made.length : 0,
    }),
  registered: (about) => t('registered as {about}', { about }),
  'installation-set-up': (about) => t('set up the installation as {about}', { about }),
  'card-created': (about, { owner }) =>
    t('created {about} for {owner}', { about, owner: text(owner) }),
  'card-changed': (about, { fields }) => changedText(about, fieldList(fields, cardLabels)),
  'card-deleted': deleted,
  'card-restored': restored,
  'card-locked': (about) => t('locked the hidden details of {about}', { about }),
  'share-point-created': (about, { code }) =>
    t('created the share point {code} of {about}', { code: text(code), about }),
  'share-point-changed': (about, { fields }) => changedText(about, fieldList(fields, pointLabels)),
  'leads-captured': (about, { added }) =>
    t('captured {count, plural, one {# lead} other {# leads}} for {about}', {
      count: Number(added),
      about,
    }),
  'board-created': created,
  'board-changed': (about, { fields }) => changedText(about, fieldList(fields, boardLabels)),
  'board-deleted': deleted,
  'board-points-changed': (about, { added, removed }) =>
    t('changed the share points of {about}: {added} added, {removed} removed', {
      about,
      added: text(added),
      removed: text(removed),
    }),
}

function fieldList(fields: unknown, labels: Map<string, string>): string {
  if (!Array.isArray(fields)) return ''
  return fields.map((field) => labels.get(String(field)) ?? String(field)).join(', ')
}

const cardLabels = new Map(
  Object.entries(cardFields).map(([field, { label }]) => [field, translated(label)]),
)

// As the dialogs of share points and events call them.
const pointLabels = new Map([
  ['label', t('Label')],
  ['kind', t('Kind')],
  ['activeFrom', t('From')],
  ['activeTo', t('To')],
  ['note', t('Note')],
  ['metNote', t('Note in saved contacts')],
  ['showsHidden', t('Shows hidden details')],
  ['style', t('Style')],
  ['archived', t('Archived')],
])
const boardLabels = new Map([
  ['name', t('Name')],
  ['place', t('Place')],
  ['from', t('First day')],
  ['to', t('Last day')],
  ['zone', t('Time zone')],
  ['questions', t('Questions for booth mode')],
  ['archived', t('Archived')],
])

function changes(details: Details): string {
  // Security events of earlier releases list the fields, without values.
  if (Array.isArray(details.fields))
    return fieldList(details.fields, new Map(Object.entries(fieldNames)))
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
  level: t('access level'),
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

/** These have no actor to begin with. */
type PhrasedKind = Exclude<ChangeKind, 'email-change-undone' | 'account-recovered'>

/** Actions whose label needs no details, or whose details were erased. */
const phrases: Record<PhrasedKind, string> = {
  'account-deleted': t('deleted their account'),
  'feed-revoked': t('revoked a feed'),
  'passkey-removed': t('removed a passkey'),
  'second-factor-off': t('turned off two-step verification'),
  'token-revoked': t('revoked an API token'),
  'share-revoked': t('revoked a link to analytics'),
  'card-deleted': t('deleted a card'),
  'card-locked': t('locked the hidden details of a card'),
  'translation-removed': t('removed a translation of a card'),
  'translation-changed': t('changed a translation of a card'),
  'board-deleted': t('deleted an event'),
  'submission-deleted': t('deleted a form submission'),
  'template-deleted': t('deleted a template'),
  'user-deactivated': t('deleted a user'),
  'second-factor-removed': t('turned off the two-step verification of a user'),
  'visitor-data-erased': t('erased the form submissions of a visitor'),
  'passkey-renamed': t('renamed a passkey'),
  'board-changed': t('changed an event'),
  'board-points-changed': t('changed the share points of an event'),
  'submission-changed': t('changed a form submission'),
  'submissions-changed': t('changed form submissions in bulk'),
  'submissions-restored': t('restored form submissions'),
  'reply-templates-changed': t('changed the reply templates of a card'),
  'submissions-merged': t('merged form submissions'),
  'submission-split': t('split a merged form submission'),
  'contact-fields-changed': t('changed their own fields of form submissions'),
  'user-edited': t('changed a user'),
  'email-changed': t('changed the email of a user'),
  'level-changed': t('changed the access level of a user'),
  'email-verified': t('confirmed an email address'),
  'feed-created': t('created a feed'),
  'handover-offered': t('offered cards to a colleague'),
  'handover-accepted': t('accepted cards from a colleague'),
  'passkey-added': t('added a passkey'),
  'second-factor-setup': t('began to set up two-step verification'),
  'second-factor-on': t('turned on two-step verification'),
  'recovery-codes-renewed': t('created new recovery codes'),
  'token-issued': t('created an API token'),
  'share-created': t('created a link to analytics'),
  'card-created': t('created a card'),
  'card-restored': t('restored a card'),
  'board-created': t('created an event'),
  'leads-captured': t('captured leads for a card'),
  'app-settings-changed': t('changed the name and appearance of the installed app'),
  'app-image-uploaded': t('uploaded an image for the installed app'),
  registered: t('registered'),
  'installation-set-up': t('set up the installation'),
  'password-reset': t('reset a password'),
  'template-created': t('created a template'),
  'template-applied': t('applied a template'),
  'template-run-continued': t('continued a template run'),
  'template-run-undone': t('undid a template run'),
  'password-changed': t('changed their password'),
  'image-uploaded': t('uploaded an image for a card'),
  'user-created': t('created a user'),
  'cards-handed-over': t('handed over the cards of a user'),
  'user-restored': t('restored a user'),
  'users-created': t('created users in a batch'),
  'archive-imported': t('imported an archive into a card'),
  'share-point-created': t('created a share point'),
  'wallet-pass-created': t('added a card to a phone wallet'),
  'share-point-changed': t('changed a share point'),
  'visitor-data-read': t('looked up the form submissions of a visitor'),
  'mail-settings-changed': t('changed their email notification settings'),
  'card-changed': t('changed a card'),
  'template-changed': t('changed a template'),
}
