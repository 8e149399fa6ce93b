/** Storage key of the unsaved changes of a user to a card. */
export const cardDraftKey = (userId: number, cardId: number) => `${prefixOf(userId)}${cardId}`

/** Whether this device keeps unsaved changes of the user to any card. */
export function hasCardDraft(userId: number): boolean {
  try {
    return Object.keys(localStorage).some((key) => key.startsWith(prefixOf(userId)))
  } catch {
    return false
  }
}

const prefixOf = (userId: number) => `draft:${userId}:`
