type Selection = {
  user: { accessLevel: number }
  /** The user's own cards, oldest first; undefined while loading. */
  cards: { id: number }[] | undefined
  /** The card of the current page. */
  currentId: number | undefined
  lastOpenedId: number | undefined
}

/**
 * The card that the sidebar's Editor and Analytics open: that of the page, or else the last opened,
 * or else the first.
 */
export function selectedCardId({
  user,
  cards,
  currentId,
  lastOpenedId,
}: Selection): number | undefined {
  if (currentId) return currentId
  if (!cards) return undefined
  // Administrators also open cards of other users, which are in none of their lists.
  const reopenable =
    user.accessLevel >= 4 ? lastOpenedId : cards.find((card) => card.id === lastOpenedId)?.id
  return reopenable ?? cards[0]?.id
}

/** Parses an id from a path or query; undefined if invalid. */
export function parseId(text: string | null | undefined): number | undefined {
  return text && /^[1-9]\d{0,9}$/.test(text) ? Number(text) : undefined
}
