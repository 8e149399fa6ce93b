import type { ImportedContact, ImportedValue } from '../../contact-details/imported-contact.ts'
import type { FieldName, LeadDraft } from '../lead-draft.ts'

/** What a code or a picture says: values of fields, and lines without one. */
export type FoundDetails = { answers: Partial<Record<FieldName, string>>; lines: string[] }

const maxNote = 2000

/** The fields of an imported contact that a lead has as well, but phones. */
const sharedFields = ['name', 'title', 'company', 'email', 'website', 'address'] as const

/** The details of a contact. What no field of a lead can hold becomes a line of the note. */
export function detailsOf({ values }: ImportedContact): FoundDetails {
  const answers: FoundDetails['answers'] = {}
  const lines: string[] = []
  for (const value of values) {
    const field = isPhone(value)
      ? phoneField(value)
      : sharedFields.find((name) => name === value.target)
    if (field && !answers[field]) answers[field] = value.text
    else if (!isNamePart(value)) lines.push(value.text)
  }
  return { answers, lines }
}

/** Fills in what the draft lacks; what it has otherwise goes into the note, so that nothing typed is lost. */
export function withDetails(draft: LeadDraft, { answers, lines }: FoundDetails): LeadDraft {
  const filled = { ...draft.answers }
  const notes: string[] = []
  for (const [name, found] of Object.entries(answers)) {
    const field = Object.keys(filled).find((key): key is FieldName => key === name)
    if (!field || !found) continue
    if (filled[field].trim() === '') filled[field] = found
    else if (filled[field].trim() !== found) notes.push(found)
  }
  const known = new Set([draft.note, ...draft.note.split('\n')])
  const added = [...notes, ...lines].filter((line) => !known.has(line))
  const note = [draft.note.trim(), ...added].filter(Boolean).join('\n')
  return { ...draft, answers: filled, note: note.length > maxNote ? draft.note : note }
}

export function isNothing({ answers, lines }: FoundDetails): boolean {
  return Object.keys(answers).length + lines.length === 0
}

function isPhone({ target }: ImportedValue): boolean {
  return target === 'phone' || target === 'morePhones'
}

function phoneField({ label }: ImportedValue): FieldName | undefined {
  if (label === 'fax') return undefined
  return label === 'mobile' ? 'mobile' : 'phone'
}

function isNamePart({ target }: ImportedValue): boolean {
  return ['prefix', 'given', 'additional', 'family', 'suffix'].includes(target ?? '')
}
