/**
 * Boards: trade shows, meetings and other gatherings, each of which counts share points of many cards together. Screens and
 * the API call them events.
 */
import * as z from 'zod/mini'
import { isTimeZone, Totals } from '../analytics/figures.ts'
import { LeadQuestions } from '../inbox/lead.ts'
import { sharePointKinds } from '../share-points/share-point.ts'
import { atLeastOneChange, ClientId, Id, optionalText, requiredText } from '../text.ts'

// The most events of a user, share points of an event, and days of an event.
export const maxBoards = 200
export const maxBoardPoints = 500
const maxBoardDays = 31

const nameMessage = 'Name must be at most 80 characters'
export const BoardName = requiredText(80, nameMessage, 'Enter a name').check(
  z.refine((name) => name.isWellFormed(), nameMessage),
)
const placeMessage = 'Place must be at most 80 characters'
export const BoardPlace = optionalText(80, placeMessage)

const dayMessage = 'Enter the days as YYYY-MM-DD, from 2000 to 2099'
/** A day of the calendar, in the time zone of the event. */
export const BoardDay = z.iso.date(dayMessage).check(z.regex(/^20/, dayMessage))

const zoneMessage = 'Select a time zone'
// A name in the IANA database. Runtimes also accept offsets such as +05:30, which have no daylight saving time.
const BoardZone = z
  .string(zoneMessage)
  .check(
    z.maxLength(64, zoneMessage),
    z.regex(/^[A-Za-z]/, zoneMessage),
    z.refine(isTimeZone, zoneMessage),
  )

export type BoardDays = { from: string; to: string }

/** Returns what is wrong with the days, as a sentence; undefined if nothing is. */
export function boardDaysError({ from, to }: BoardDays): string | undefined {
  if (to < from) return 'The end must not be before the start'
  const days = (Date.parse(to) - Date.parse(from)) / 86_400_000 + 1
  return days > maxBoardDays ? `An event lasts at most ${maxBoardDays} days` : undefined
}

const fields = {
  name: BoardName,
  place: BoardPlace,
  /** First and last day, both included, in `zone`, an IANA time zone. */
  from: BoardDay,
  to: BoardDay,
  zone: BoardZone,
}

/** The questions that booth mode shows. */
const questions = z.optional(LeadQuestions)

export const NewBoard = z.strictObject({ ...fields, questions, clientId: ClientId })
export type NewBoard = z.infer<typeof NewBoard>

/** At least one property is required. `archived: false` restores an event; a blank place removes it. */
export const BoardChange = z
  .strictObject({
    name: z.optional(BoardName),
    place: z.optional(BoardPlace),
    from: z.optional(BoardDay),
    to: z.optional(BoardDay),
    zone: z.optional(BoardZone),
    archived: z.optional(z.boolean()),
    questions,
  })
  .check(atLeastOneChange)
export type BoardChange = z.infer<typeof BoardChange>

/** An event as its owner sees it. */
export const Board = z
  .object({
    id: z.number(),
    name: z.string(),
    place: z.nullable(z.string()),
    from: z.string(),
    to: z.string(),
    zone: z.string(),
    /** When it starts, and when it is over (ISO 8601, UTC). */
    startsAt: z.string(),
    endsAt: z.string(),
    archived: z.boolean(),
    questions: z.array(z.string()),
    createdAt: z.string(),
  })
  .register(z.globalRegistry, { id: 'Event' })
export type Board = z.infer<typeof Board>

/** An event in the list, with the number of its share points. */
export const ListedBoard = z
  .extend(Board, { sharePoints: z.number() })
  .register(z.globalRegistry, { id: 'ListedEvent' })
export type ListedBoard = z.infer<typeof ListedBoard>

const Ids = z._default(
  z.array(Id).check(z.maxLength(maxBoardPoints, `Send at most ${maxBoardPoints} at a time.`)),
  [],
)

/** The ids of share points to add to an event and to remove from it. */
export const BoardPointsChange = z
  .strictObject({ add: Ids, remove: Ids })
  .check(
    z.refine(
      ({ add, remove }) => add.length + remove.length > 0,
      'Select at least one share point',
    ),
  )
export type BoardPointsChange = z.infer<typeof BoardPointsChange>

/** `q` searches the label and code of share points, and the name of their card. */
export const AddablePointsQuery = z.strictObject({
  q: z._default(z.string().check(z.maxLength(80)), ''),
})

export const maxAddablePoints = 100

/** A share point that can be added to an event. */
export const AddablePoint = z.object({
  id: z.number(),
  code: z.string(),
  label: z.string(),
  kind: z.enum(sharePointKinds),
  cardId: z.number(),
  card: z.string(),
})
export type AddablePoint = z.infer<typeof AddablePoint>

/** A card on a board. In a shared board, only live cards have a name. */
const BoardCard = { card: z.nullable(z.string()), cardId: z.number(), live: z.boolean() }

/** A share point of an event and what it brought; `views` are the scans. */
const BoardPoint = z.extend(Totals, {
  ...BoardCard,
  id: z.number(),
  code: z.string(),
  label: z.string(),
  kind: z.enum(sharePointKinds),
  archived: z.boolean(),
})

/** The live board of an event: what its share points brought between its first and last day. */
export const BoardReport = z
  .object({
    event: z.omit(Board, { createdAt: true }),
    totals: Totals,
    /** Most scans first. */
    points: z.array(BoardPoint),
    /** The best cards, at most 20: most saves and submissions first, then most scans. */
    cards: z.array(z.extend(Totals, BoardCard)),
    /** Hours in which anything happened, oldest first; `start` is local time, such as `2026-11-24T09:00`. */
    hours: z.array(z.extend(Totals, { start: z.string() })),
    /** True if hours and the window are rounded, because the UTC offset of the zone is not whole hours. */
    rounded: z.boolean(),
    /** The number of share points left out because their card was deleted, or the owner of the event may no longer edit it. */
    hidden: z.int(),
  })
  .register(z.globalRegistry, { id: 'EventBoard' })
export type BoardReport = z.infer<typeof BoardReport>

/** The board behind a shared link. */
export const SharedBoardReport = z
  .extend(BoardReport, { shared: z.object({ expiresAt: z.string() }) })
  .register(z.globalRegistry, { id: 'SharedEventBoard' })
export type SharedBoardReport = z.infer<typeof SharedBoardReport>
