import * as z from 'zod/mini'
import { contactLabels, schemasOf } from '../../../schema/cards/card-fields.ts'
import { type CardTexts, defaultLanguage } from '../../../schema/cards/card-texts.ts'
import { eachDetail } from '../../../schema/cards/details.ts'
import { formFieldKeys } from '../../../schema/inbox/form.ts'
import {
  parseStored,
  readLocalStorage,
  removeLocalStorage,
  writeLocalStorage,
} from '../../shell/useLocalStorage.ts'
import { type Draft, draftFields } from './draft.ts'

// Looser than the schema of a card: unfinished input may be invalid.
const text = z.nullable(z.string())
const labelled = z.array(z.looseObject({ label: z.enum(contactLabels), value: z.string() }))
const StoredCard = z.object({
  ...schemasOf(draftFields, 'output'),
  customButtons: z.array(
    z.object({ text: z.string(), url: z.string(), backgroundColor: z.string() }),
  ),
  gallery: z.array(z.object({ url: z.string(), alt: text })),
  // Drafts stored by earlier releases have neither.
  language: z._default(z.string(), defaultLanguage),
  locales: z._default(
    z.record(
      z.string(),
      z.custom<CardTexts>((texts) => typeof texts === 'object'),
    ),
    {},
  ),
  formConfig: z.object({
    fields: z.array(z.object({ key: z.enum(formFieldKeys), label: text, required: z.boolean() })),
    consent: text,
    thanks: text,
  }),
  customizations: z.looseObject({
    website: text,
    about: text,
    customCss: text,
    // Drafts stored by earlier releases lack newer details.
    ...eachDetail(() => z._default(text, null)),
    phones: z.nullish(labelled),
    emails: z.nullish(labelled),
  }),
})

const StoredDraft = z.object({
  /** The version of the card the draft is based on, and its fields at that version. */
  version: z.number(),
  base: StoredCard,
  draft: StoredCard,
  at: z.string(),
  tab: z.string(),
})
export type StoredDraft = { version: number; base: Draft; draft: Draft; at: string; tab: string }

/** Identifies this browser tab, so that no tab deletes another tab's draft. */
const tabId = Math.random().toString(36).slice(2)

/** Returns the draft stored by this tab or another; undefined if there is none or it cannot be read. */
export function readDraft(key: string): StoredDraft | undefined {
  return parseStored(readLocalStorage(key), StoredDraft)
}

/** Stores a draft; `at` is the time of the last edit, by default now. */
export function saveDraft(
  key: string,
  draft: Omit<StoredDraft, 'at' | 'tab'> & { at?: string },
): void {
  writeLocalStorage(key, JSON.stringify({ at: new Date().toISOString(), ...draft, tab: tabId }))
}

/** Deletes the draft if this tab stored it. */
export function deleteDraft(key: string): void {
  if (readDraft(key)?.tab === tabId) removeLocalStorage(key)
}
