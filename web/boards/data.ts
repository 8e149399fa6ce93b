import useSWR, { mutate } from 'swr'
import * as z from 'zod/mini'
import {
  AddablePoint,
  Board,
  type BoardChange,
  type BoardPointsChange,
  BoardReport,
  ListedBoard,
  type NewBoard,
  SharedBoardReport,
} from '../../schema/boards/board.ts'
import { liveReportConfig } from '../analytics/data.ts'
import { IgnoredBody, request, requestIdempotently } from '../api.ts'

const listKey = '/api/events'
const eventKey = (id: number) => `${listKey}/${id}`

/** The user's events, latest first; undefined while loading. */
export function useEvents() {
  const { data, error, mutate: revalidate } = useSWR(listKey, fetchEvents)
  return { events: data, error, revalidate }
}

/** The live board of an event, and `readAt`, the time in milliseconds when it arrived; undefined while loading. */
export function useBoard(id: number | undefined) {
  const load = async (key: string) => ({
    board: await request(key, BoardReport),
    readAt: Date.now(),
  })
  return boardOf(useSWR(id ? eventKey(id) : null, load, liveReportConfig))
}

/** The shared board behind a link; requires no sign-in. */
export function useSharedBoard(token: string) {
  const load = async (key: string) => ({
    board: await request(key, SharedBoardReport),
    readAt: Date.now(),
  })
  const key = `/api/shared-events/${encodeURIComponent(token)}`
  return boardOf(useSWR(key, load, liveReportConfig))
}

type Loaded<Shown> = {
  data: { board: Shown; readAt: number } | undefined
  error: unknown
  mutate: () => Promise<unknown>
}

function boardOf<Shown>({ data, error, mutate: revalidate }: Loaded<Shown>) {
  return { board: data?.board, readAt: data?.readAt, error, revalidate }
}

export async function createEvent(fields: Omit<NewBoard, 'clientId'>): Promise<Board> {
  const made = await requestIdempotently(listKey, Board, fields)
  await mutate(listKey)
  return made
}

export async function changeEvent(id: number, change: BoardChange): Promise<void> {
  await request(eventKey(id), Board, { method: 'PATCH', body: change })
  await Promise.all([mutate(listKey), mutate(eventKey(id))])
}

export async function deleteEvent(id: number): Promise<void> {
  await request(eventKey(id), IgnoredBody, { method: 'DELETE' })
  await mutate(listKey)
}

/** Adds and removes share points by id. */
export async function changeEventPoints(
  id: number,
  change: Partial<BoardPointsChange>,
): Promise<void> {
  await request(`${eventKey(id)}/share-points`, IgnoredBody, { method: 'PATCH', body: change })
  await Promise.all([mutate(listKey), mutate(eventKey(id))])
}

/** Share points that can be added to the event, newest first, at most 100; undefined while loading. */
export function useAddablePoints(id: number, q: string) {
  const key = `${eventKey(id)}/addable-share-points?${new URLSearchParams({ q })}`
  const { data, error, mutate: revalidate } = useSWR(key, fetchAddable, { keepPreviousData: true })
  return { points: data, error, revalidate }
}

function fetchEvents(key: string) {
  return request(key, z.array(ListedBoard))
}

function fetchAddable(key: string) {
  return request(key, z.array(AddablePoint))
}
