/**
 * Occasions: trade shows, meetings and other gatherings, for which share points of many cards are counted together. Screens
 * and the API call them events.
 */
import * as z from 'zod/mini'
import { isTimeZone, Totals } from '../analytics/figures.ts'
import { LeadQuestions } from '../inbox/lead.ts'
import { sharePointKinds } from '../share-points/share-point.ts'
import { ClientId, Id, optionalText, requiredText } from '../text.ts'

/** The most events of a user, share points of an event, and days of an event. */
export const maxOccasions = 200
export const maxOccasionPoints = 500
const maxOccasionDays = 31

const nameMessage = 'Name must be at most 80 characters'
export const OccasionName = requiredText(80, nameMessage, 'Enter a name').check(
  z.refine((name) => name.isWellFormed(), nameMessage),
)
const placeMessage = 'Place must be at most 80 characters'
export const OccasionPlace = optionalText(80, placeMessage)

const dayMessage = 'Enter the days as YYYY-MM-DD, from 2000 to 2099'
/** A day of the calendar, in the time zone of the event. */
export const OccasionDay = z.iso.date(dayMessage).check(z.regex(/^20/, dayMessage))

const zoneMessage = 'Select a time zone'
// A name of the IANA database. Runtimes also know offsets such as +05:30, which have no daylight saving time.
const OccasionZone = z
  .string(zoneMessage)
  .check(
    z.maxLength(64, zoneMessage),
    z.regex(/^[A-Za-z]/, zoneMessage),
    z.refine(isTimeZone, zoneMessage),
  )

export type OccasionDays = { from: string; to: string }

/** The sentence that says what is wrong with the days, undefined if nothing is. */
export function occasionDaysError({ from, to }: OccasionDays): string | undefined {
  if (to < from) return 'The end must not be before the start'
  const days = (Date.parse(to) - Date.parse(from)) / 86_400_000 + 1
  return days > maxOccasionDays ? `An event lasts at most ${maxOccasionDays} days` : undefined
}

const fields = {
  name: OccasionName,
  place: OccasionPlace,
  /** First and last day, both included, in `zone`, an IANA time zone. */
  from: OccasionDay,
  to: OccasionDay,
  zone: OccasionZone,
}

/** What staff ask in booth mode. */
const questions = z.optional(LeadQuestions)

export const NewOccasion = z.strictObject({ ...fields, questions, clientId: ClientId })
export type NewOccasion = z.infer<typeof NewOccasion>

/** At least one property is required. `archived: false` restores an event; a blank place removes it. */
export const OccasionChange = z
  .strictObject({
    name: z.optional(OccasionName),
    place: z.optional(OccasionPlace),
    from: z.optional(OccasionDay),
    to: z.optional(OccasionDay),
    zone: z.optional(OccasionZone),
    archived: z.optional(z.boolean()),
    questions,
  })
  .check(
    z.refine(
      (change) => Object.values(change).some((value) => value !== undefined),
      'Send at least one change.',
    ),
  )
export type OccasionChange = z.infer<typeof OccasionChange>

/** An event as its owner sees it. */
export const Occasion = z
  .object({
    id: z.number(),
    name: z.string(),
    place: z.nullable(z.string()),
    from: z.string(),
    to: z.string(),
    zone: z.string(),
    /** When it starts and has ended (ISO 8601, UTC). */
    startsAt: z.string(),
    endsAt: z.string(),
    archived: z.boolean(),
    questions: z.array(z.string()),
    createdAt: z.string(),
  })
  .register(z.globalRegistry, { id: 'Event' })
export type Occasion = z.infer<typeof Occasion>

/** An event in the list, with the number of its share points. */
export const ListedOccasion = z
  .extend(Occasion, { sharePoints: z.number() })
  .register(z.globalRegistry, { id: 'ListedEvent' })
export type ListedOccasion = z.infer<typeof ListedOccasion>

const Ids = z._default(
  z.array(Id).check(z.maxLength(maxOccasionPoints, `Send at most ${maxOccasionPoints} at a time.`)),
  [],
)

/** The ids of share points to add to an event and to remove from it. */
export const OccasionPointsChange = z
  .strictObject({ add: Ids, remove: Ids })
  .check(
    z.refine(
      ({ add, remove }) => add.length + remove.length > 0,
      'Select at least one share point',
    ),
  )
export type OccasionPointsChange = z.infer<typeof OccasionPointsChange>

/** `q` is found in the label and code of a share point, and in the name of its card. */
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

/** In a shared board, only live cards have a name. */
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
export const Board = z
  .object({
    event: z.omit(Occasion, { createdAt: true }),
    totals: Totals,
    /** Most scans first. */
    points: z.array(BoardPoint),
    /** The cards that brought the most, at most 20: saves and submissions first, then scans. */
    cards: z.array(z.extend(Totals, BoardCard)),
    /** Hours with any figure, oldest first; `start` is local time, such as `2026-11-24T09:00`. */
    hours: z.array(z.extend(Totals, { start: z.string() })),
    /** Whether the UTC offset of the zone is not whole hours, so that hours and the window are rounded. */
    rounded: z.boolean(),
    /** Share points that are not counted: their card was deleted, or the owner of the event may no longer edit it. */
    hidden: z.int(),
  })
  .register(z.globalRegistry, { id: 'EventBoard' })
export type Board = z.infer<typeof Board>

/** The board behind a shared link. */
export const SharedBoard = z
  .extend(Board, { shared: z.object({ expiresAt: z.string() }) })
  .register(z.globalRegistry, { id: 'SharedEventBoard' })
export type SharedBoard = z.infer<typeof SharedBoard>
