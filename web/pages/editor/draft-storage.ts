import * as z from 'zod/mini'
import { contactLabels, contractsOf } from '../../../schema/card-fields.ts'
import { formFieldKeys } from '../../../schema/form.ts'
import {
  readLocalStorage,
  removeLocalStorage,
  writeLocalStorage,
} from '../../shell/useLocalStorage.ts'
import { type Draft, draftFields } from './draft.ts'

// Looser than the contract of a card: what is still being typed need not be right.
const text = z.nullable(z.string())
const labelled = z.array(z.looseObject({ label: z.enum(contactLabels), value: z.string() }))
const KeptCard = z.object({
  ...contractsOf(draftFields, 'output'),
  customButtons: z.array(
    z.object({ text: z.string(), url: z.string(), backgroundColor: z.string() }),
  ),
  gallery: z.array(z.object({ url: z.string(), alt: text })),
  formConfig: z.object({
    fields: z.array(z.object({ key: z.enum(formFieldKeys), label: text, required: z.boolean() })),
    consent: text,
    thanks: text,
  }),
  customizations: z.looseObject({
    website: text,
    about: text,
    customCss: text,
    pronouns: text,
    department: text,
    phones: z.nullish(labelled),
    emails: z.nullish(labelled),
  }),
})

const StoredDraft = z.object({
  /** The version of the card the draft began from, and the card as it was then. */
  version: z.number(),
  base: KeptCard,
  draft: KeptCard,
  at: z.string(),
  tab: z.string(),
})
export type StoredDraft = { version: number; base: Draft; draft: Draft; at: string; tab: string }

/** Which of the open tabs this is, so that none throws away what another one keeps. */
const thisTab = Math.random().toString(36).slice(2)

export const draftKey = (userId: number, cardId: number) => `draft:${userId}:${cardId}`

/** What was typed and not saved, here or in a tab since closed; undefined when nothing was, or it cannot be read. */
export function readDraft(key: string): StoredDraft | undefined {
  const stored = readLocalStorage(key)
  if (!stored) return undefined
  const kept = StoredDraft.safeParse(parsed(stored))
  return kept.success ? kept.data : undefined
}

/** `at` is when it was typed, by default now. */
export function saveDraft(
  key: string,
  kept: Omit<StoredDraft, 'at' | 'tab'> & { at?: string },
): void {
  writeLocalStorage(key, JSON.stringify({ at: new Date().toISOString(), ...kept, tab: thisTab }))
}

/** Forgets what this tab kept; what another tab keeps stays. */
export function deleteDraft(key: string): void {
  if (readDraft(key)?.tab === thisTab) removeLocalStorage(key)
}

function parsed(stored: string): unknown {
  try {
    return JSON.parse(stored)
  } catch {
    return undefined
  }
}
