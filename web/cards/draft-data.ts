import { storedKeys } from '../shell/useLocalStorage.ts'

/** Storage key of the unsaved changes of a user to a card. */
export const cardDraftKey = (userId: number, cardId: number) => `${prefixOf(userId)}${cardId}`

/** Whether this device keeps unsaved changes of the user to any card. */
export function hasCardDraft(userId: number): boolean {
  return storedKeys(prefixOf(userId)).length > 0
}

const prefixOf = (userId: number) => `draft:${userId}:`
