/** Types of stored events, in a file of their own so that the variables of a request can have them. */
import type { Actor } from '../../schema/access.ts'
import type { boards } from '../../schema/boards/tables.ts'
import type { SharePointKind } from '../../schema/share-points/share-point.ts'

export type StoredBoard = Omit<typeof boards.$inferSelect, 'requestKey'>

/** An event and its owner. */
export type OwnedBoard = StoredBoard & { owner: Actor }

/** What the app database has for the board of an event. */
export type BoardData = {
  board: StoredBoard
  owner: Actor
  /** Those of cards that the owner of the event may edit, oldest first. */
  points: Point[]
  /** The number of share points, with the others. */
  members: number
  sent: Sent[]
}

export type Point = {
  id: number
  code: string
  label: string
  kind: SharePointKind
  archived: number
  cardId: number
  card: string
  live: number
}

/** Submissions of the cards by source and UTC hour since 1970, with those of other share points. */
export type Sent = { code: string; hour: number; submissions: number }
