/** The review of an import: which value goes to which field of the draft. */
import { noSplit } from '../../../../card/contact/mirrored-fields.ts'
import {
  defaultButtonColor,
  maxButtons,
  maxMoreContacts,
  maxSocialLinks,
} from '../../../../schema/cards/card-fields.ts'
import { safeLink } from '../../../../schema/link.ts'
import {
  type ImportedValue,
  nameParts,
  type Target,
  targets,
} from '../../../contact-details/imported-contact.ts'
import { t } from '../../../messages/t.ts'
import type { Draft } from '../draft.ts'
import { lockedReason } from '../template-rules.ts'
import { accepts, buttonLabel, targetLabels } from './read-import.ts'

/** A value and the field it goes to; a value without a target is left out. */
export type Row = ImportedValue & {
  id: number
  /** Whether the source said which field it is. */
  isKnown: boolean
  /** Why a value whose field is known is left out. */
  reason?: string
}

type EditingContext = Parameters<typeof lockedReason>[0] & { draft: Draft }

/** Returns the proposed rows: each value in its field, unless it is on the card already or does not fit. */
export function proposeRows(values: ImportedValue[], editing: EditingContext): Row[] {
  const rows: Row[] = []
  const ordered = values.toSorted((one, other) => positionOf(one) - positionOf(other))
  for (const [id, value] of ordered.entries()) {
    const row = { ...value, id, isKnown: value.target !== undefined }
    const reason = value.target && reasonAgainst(value.target, row, { rows, editing })
    rows.push(reason ? { ...row, target: undefined, reason } : row)
  }
  return rows
}

function positionOf({ target }: ImportedValue): number {
  return target ? targets.indexOf(target) : targets.length
}

/** Returns the fields that can take the value. */
export function targetChoices(row: Row, rows: Row[], editing: EditingContext): Target[] {
  const others = rows.filter(({ id }) => id !== row.id)
  return targets.filter(
    (target) =>
      target === row.target ||
      (accepts(target, row) &&
        !lockedReason(editing, templateField(target)) &&
        hasRoom(target, others, editing.draft)),
  )
}

/** Moves a value to a field, or leaves it out. A value that was in the field swaps places with it, if it fits. */
export function moveRow(rows: Row[], id: number, target: Target | undefined): Row[] {
  const moved = rows.find((row) => row.id === id)
  if (!moved) return rows
  return rows.map((row) => {
    if (row.id === id) return { ...row, target, reason: undefined }
    if (!target || row.target !== target || !isTaken(target, moved, row)) return row
    const swapped = moved.target
    return { ...row, target: swapped && accepts(swapped, row) ? swapped : undefined }
  })
}

/** Returns what the value replaces on the card; undefined if nothing. */
export function replacedText({ target, network }: Row, draft: Draft): string | undefined {
  const { customizations } = draft
  if (!target) return undefined
  if (isCardField(target)) return draft[target] ?? undefined
  if (isDetail(target)) return customizations[target] ?? undefined
  if (isNamePart(target)) return customizations.nameParts?.[target] ?? undefined
  if (target === 'about') return draft.about ?? customizations.about ?? undefined
  // A network may be called `constructor`.
  if (target === 'social') return new Map(Object.entries(draft.socialLinks)).get(network ?? '')
  return undefined
}

const isCardField = oneOf(['name', 'title', 'company', 'phone', 'email', 'address'])
const isDetail = oneOf(['website', 'pronouns', 'department'])
const isNamePart = oneOf(nameParts)

function oneOf<const T extends Target>(targets: readonly T[]) {
  return (target: Target): target is T => targets.some((each) => each === target)
}

/** Returns the draft's fields filled with the values of the rows. */
export function rowsToFields(rows: Row[], draft: Draft): Partial<Draft> {
  const fields = pickFields(draft)
  const hasParts = rows.some(({ target }) => target && isNamePart(target))
  // Otherwise phones would sort by the parts of the previous name.
  if (!hasParts && rows.some(({ target }) => target === 'name'))
    fields.customizations.nameParts = null
  for (const row of rows) if (row.target) put(fields, row.target, row)
  return fields
}

function pickFields({ name, title, company, phone, email, address, about, ...draft }: Draft) {
  const { socialLinks, customButtons, customizations } = draft
  return {
    ...{ name, title, company, phone, email, address, about },
    socialLinks: { ...socialLinks },
    customButtons: [...customButtons],
    customizations: { ...customizations },
  }
}

type Fields = ReturnType<typeof pickFields>

function put(fields: Fields, target: Target, row: Row): void {
  const { text, label = 'work', network = '' } = row
  const { customizations } = fields
  if (isCardField(target)) fields[target] = text
  else if (isDetail(target)) customizations[target] = text
  else if (isNamePart(target))
    customizations.nameParts = { ...(customizations.nameParts ?? noSplit), [target]: text }
  else if (target === 'morePhones')
    customizations.phones = [...(customizations.phones ?? []), { label, value: text }]
  else if (target === 'moreEmails')
    customizations.emails = [...(customizations.emails ?? []), { label, value: text }]
  else if (target === 'social') fields.socialLinks[network] = safeLink(text) ?? text
  else if (target === 'button') fields.customButtons.push(buttonOf(row))
  else {
    fields.about = text
    customizations.about = null
  }
}

function buttonOf(row: Row) {
  return { text: buttonLabel(row), url: row.text, backgroundColor: defaultButtonColor }
}

function reasonAgainst(
  target: Target,
  row: Row,
  { rows, editing }: { rows: Row[]; editing: EditingContext },
): string | undefined {
  const { draft } = editing
  if (!accepts(target, row))
    return t('Too long or not valid for {targetLabels}.', { targetLabels: targetLabels[target] })
  if (isOnCard(target, row, draft)) return t('Already on your card.')
  const isFull =
    !hasRoom(target, rows, draft) ||
    rows.some((other) => other.target === target && isTaken(target, row, other))
  return isFull ? t('Your card has no room for it.') : lockedReason(editing, templateField(target))
}

function isOnCard(target: Target, row: Row, draft: Draft): boolean {
  const { text } = row
  const { phones, emails } = draft.customizations
  if (target === 'morePhones' || target === 'phone')
    return [draft.phone, ...(phones ?? []).map(({ value }) => value)].includes(text)
  if (target === 'moreEmails' || target === 'email')
    return [draft.email, ...(emails ?? []).map(({ value }) => value)].includes(text)
  if (target === 'button') return draft.customButtons.some(({ url }) => url === text)
  const current = replacedText({ ...row, target }, draft)
  return current === text || (target === 'social' && current === safeLink(text))
}

/** Whether the field can hold only one of the two rows. */
function isTaken(target: Target, one: Row, other: Row): boolean {
  if (target === 'social') return one.network === other.network
  return target !== 'morePhones' && target !== 'moreEmails' && target !== 'button'
}

function hasRoom(target: Target, rows: Row[], draft: Draft): boolean {
  const { phones, emails } = draft.customizations
  const added = rows.filter((row) => row.target === target).length
  switch (target) {
    case 'morePhones':
      return (phones?.length ?? 0) + added < maxMoreContacts
    case 'moreEmails':
      return (emails?.length ?? 0) + added < maxMoreContacts
    case 'button':
      return draft.customButtons.length + added < maxButtons
    case 'social':
      return Object.keys(draft.socialLinks).length + added < maxSocialLinks
    default:
      return true
  }
}

function templateField(target: Target): string {
  if (target === 'social') return 'socialLinks'
  return target === 'button' ? 'customButtons' : target
}
