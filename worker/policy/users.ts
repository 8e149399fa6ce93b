/** Policy rows of User Management. */
import * as z from 'zod/mini'
import { AuditPage } from '../../schema/audit.ts'
import { BulkResult, TakenNames } from '../../schema/bulk.ts'
import { SecurityPage } from '../../schema/security-event.ts'
import { HandedOver, User, UserRow } from '../../schema/user.ts'
import { kB, meanwhile, type Row, wait } from './row.ts'

const notAbove = 'at or below your level'
const toLevel4 = 'when it grants level 4 or above'

export const usersRows: Record<string, Row> = {
  'GET /api/users': {
    who: 4,
    lags: true,
    summary: 'Users at or below your level',
    answer: z.array(UserRow),
  },
  'POST /api/users': {
    who: 4,
    summary: 'Create a user and their first card',
    rule: notAbove,
    fresh: toLevel4,
    maxBody: 8 * kB,
    answer: UserRow,
    status: 201,
    refuses: { 409: 'Username or slug already exists' },
  },
  'PUT /api/users/:id': {
    who: 1,
    summary: 'Change full name, email and phone',
    fresh: 'when it changes the email',
    rule: 'yourself, or level 4 for users not above your level',
    maxBody: 4 * kB,
    answer: User,
    refuses: { 409: meanwhile },
  },
  'PATCH /api/users/:id': {
    who: 4,
    summary: 'Change a user',
    rule: 'at or below your level; email, password and level: below it, or level 5',
    fresh: 'when it sets the email, the password or a level of 4 or above',
    maxBody: 8 * kB,
    answer: UserRow,
    refuses: { 409: 'Username or slug already exists, or someone else changed the user' },
  },
  'DELETE /api/users/:id': {
    who: 4,
    summary: 'Deactivate a user, who can be restored for 30 days',
    fresh: true,
    rule: 'at or below your level; never user 1, yourself or the last level 5 user',
    status: 204,
    refuses: { 409: 'Your own account, or the last System Admin' },
  },
  'POST /api/users/:id/restore': {
    who: 4,
    summary: 'Restore a deleted user and their cards',
    rule: notAbove,
    answer: UserRow,
    refuses: { 409: 'This user is not deleted.' },
  },
  'POST /api/users/:id/handover': {
    who: 4,
    summary: "Hand over a user's cards, with links and inbox, to a colleague",
    rule: 'both users at or below your level; at level 4, your own cards, or those of a user deleted three days ago',
    fresh: true,
    maxBody: kB,
    answer: HandedOver,
    refuses: { 404: 'User not found', 409: meanwhile },
  },
  'DELETE /api/users/:id/second-factor': {
    who: 4,
    summary: "Turn off a user's two-step verification; signs them out and notifies them by email",
    rule: 'below your level, or level 5; never your own',
    fresh: true,
    status: 204,
    refuses: { 409: 'Two-step verification is off.' },
  },
  'POST /api/users/bulk': {
    who: 4,
    summary: 'Create up to 200 users and their first cards, each row independently',
    rule: notAbove,
    fresh: 'when a row grants level 4 or above',
    maxBody: 512 * kB,
    answer: BulkResult,
    refuses: { 429: wait },
  },
  'POST /api/users/check': {
    who: 4,
    summary: 'Check which usernames and slugs are taken',
    maxBody: 128 * kB,
    answer: TakenNames,
    audit: false,
  },
  'GET /api/audit/security': {
    who: 5,
    lags: true,
    summary: 'Security events of all users, newest first',
    answer: SecurityPage,
  },
  'GET /api/audit': {
    who: 5,
    lags: true,
    summary: 'Who changed what, newest first',
    answer: AuditPage,
  },
}
