export type Selection = {
  user: { accessLevel: number }
  /** The own cards, oldest first; undefined while they are not known. */
  cards: { id: number }[] | undefined
  /** The card of the current page. */
  onPage: number | undefined
  openedLast: number | undefined
}

/** The card the sidebar's Editor and Analytics lead to: the page's, else the one opened last, else the first. */
export function selectedCardId({ user, cards, onPage, openedLast }: Selection): number | undefined {
  if (onPage) return onPage
  if (!cards) return undefined
  // Administrators open cards of others too, and those are in no list of theirs.
  const mayReopen =
    user.accessLevel >= 4 ? openedLast : cards.find((card) => card.id === openedLast)?.id
  return mayReopen ?? cards[0]?.id
}

/** A card's id in a path; undefined when it is none. */
export function cardId(text: string | null | undefined): number | undefined {
  return text && /^[1-9]\d{0,9}$/.test(text) ? Number(text) : undefined
}
