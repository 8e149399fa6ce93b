/** Policy rows of events, which the code calls occasions. */
import * as z from 'zod/mini'
import {
  AddablePoint,
  Board,
  ListedOccasion,
  maxOccasionPoints,
  maxOccasions,
  Occasion,
  SharedBoard,
} from '../../schema/occasion.ts'
import { shareGoneMessage, shareNotFoundMessage } from './analytics.ts'
import { conflictMessage, kB, type PolicyRow, tooManyAttemptsMessage } from './row.ts'

const ownOr4 = 'the owner of the event, or level 4 and not below the owner'

export const missingEvent = 'Event not found'
export const tooManyEvents = `You have reached the limit of ${maxOccasions} events. Delete one you no longer need.`
export const tooManyPoints = `An event can have at most ${maxOccasionPoints} share points. Remove some first.`
export const notYourCard =
  'Select share points of cards that the owner of the event may edit. Reload the list.'

export const occasionRows: Record<string, PolicyRow> = {
  'GET /api/events': {
    access: 1,
    summary: 'Your events, the latest first, archived ones included',
    response: z.array(ListedOccasion),
    apiToken: 'read',
  },
  'POST /api/events': {
    access: 1,
    summary: 'Create an event, which groups share points of many cards',
    maxBody: 4 * kB,
    response: Occasion,
    status: 201,
    errors: { 409: tooManyEvents },
  },
  'GET /api/events/:id': {
    access: 1,
    prefetch: 'event-data',
    summary: 'The live board of an event: what its share points brought on its days',
    rule: ownOr4,
    response: Board,
    apiToken: 'read',
    errors: { 404: missingEvent },
  },
  'PATCH /api/events/:id': {
    access: 1,
    summary: 'Rename, change, archive or restore an event',
    rule: ownOr4,
    maxBody: 4 * kB,
    response: Occasion,
    errors: { 404: missingEvent, 409: conflictMessage },
  },
  'DELETE /api/events/:id': {
    access: 1,
    summary: 'Delete an event and its links; share points and what they brought remain',
    rule: ownOr4,
    status: 204,
    errors: { 404: missingEvent },
  },
  'PATCH /api/events/:id/share-points': {
    access: 1,
    summary: 'Add share points to an event, or remove some',
    rule: `${ownOr4}; share points of cards that the owner of the event may edit`,
    maxBody: 16 * kB,
    status: 204,
    errors: { 404: missingEvent, 409: tooManyPoints },
  },
  'GET /api/events/:id/addable-share-points': {
    access: 1,
    prefetch: 'event',
    summary: 'Active share points that can be added to an event, newest first, at most 100',
    rule: ownOr4,
    response: z.array(AddablePoint),
    errors: { 404: missingEvent },
  },
  'GET /api/shared-events/:token': {
    access: 'anyone',
    summary: 'The board behind a shared link',
    response: SharedBoard,
    errors: { 404: shareNotFoundMessage, 410: shareGoneMessage, 429: tooManyAttemptsMessage },
  },
}
