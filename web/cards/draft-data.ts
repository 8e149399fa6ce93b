import { storedKeys } from '../shell/useLocalStorage.ts'

/** The storage key of a user's unsaved changes to a card. */
export const cardDraftKey = (userId: number, cardId: number) => `${prefixOf(userId)}${cardId}`

/** Whether this device stores the user's unsaved changes to any card. */
export function hasCardDraft(userId: number): boolean {
  return storedKeys(prefixOf(userId)).length > 0
}

const prefixOf = (userId: number) => `draft:${userId}:`
