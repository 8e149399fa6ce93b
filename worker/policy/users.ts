/** Policy rows of User Management. */
import * as z from 'zod/mini'
import { AuditPage } from '../../schema/audit.ts'
import { BulkResult, TakenNames } from '../../schema/bulk-import.ts'
import { SecurityPage } from '../../schema/security-event.ts'
import { HandedOver, User, UserRow } from '../../schema/user.ts'
import { conflictMessage, kB, type PolicyRow, tooManyAttemptsMessage } from './row.ts'

const notAbove = 'at or below your level'
const toLevel4 = 'when it grants level 4 or above'

export const usersRows: Record<string, PolicyRow> = {
  'GET /api/users': {
    access: 4,
    allowsReplica: true,
    summary: 'Users at or below your level',
    response: z.array(UserRow),
  },
  'POST /api/users': {
    access: 4,
    summary: 'Create a user and their first card',
    rule: notAbove,
    requiresRecentAuth: toLevel4,
    maxBody: 8 * kB,
    response: UserRow,
    status: 201,
    errors: { 409: 'Username or slug already exists' },
  },
  'PUT /api/users/:id': {
    access: 1,
    summary: 'Change full name, email and phone',
    requiresRecentAuth: 'when it changes the email',
    rule: 'yourself, or level 4 for users not above your level',
    maxBody: 4 * kB,
    response: User,
    errors: { 409: conflictMessage },
  },
  'PATCH /api/users/:id': {
    access: 4,
    summary: 'Change a user',
    rule: 'at or below your level; email, password and level: below it, or level 5',
    requiresRecentAuth: 'when it sets the email, the password or a level of 4 or above',
    maxBody: 8 * kB,
    response: UserRow,
    errors: { 409: 'Username or slug already exists, or someone else changed the user' },
  },
  'DELETE /api/users/:id': {
    access: 4,
    summary: 'Delete a user, who can be restored for 30 days',
    requiresRecentAuth: true,
    rule: 'at or below your level; never user 1, yourself or the last level 5 user',
    status: 204,
    errors: { 409: 'Your own account, or the last System Admin' },
  },
  'POST /api/users/:id/restore': {
    access: 4,
    summary: 'Restore a deleted user and their cards',
    rule: notAbove,
    response: UserRow,
    errors: { 409: 'This user is not deleted.' },
  },
  'POST /api/users/:id/handover': {
    access: 4,
    summary: "Hand over a user's cards, with links and inbox, to a colleague",
    rule: 'both users at or below your level; at level 4, your own cards, or those of a user deleted three days ago',
    requiresRecentAuth: true,
    maxBody: kB,
    response: HandedOver,
    errors: { 404: 'User not found', 409: conflictMessage },
  },
  'DELETE /api/users/:id/second-factor': {
    access: 4,
    summary: "Turn off a user's two-step verification; signs them out and notifies them by email",
    rule: 'below your level, or level 5; never your own',
    requiresRecentAuth: true,
    status: 204,
    errors: { 409: 'Two-step verification is off.' },
  },
  'POST /api/users/bulk': {
    access: 4,
    summary: 'Create up to 200 users and their first cards, each row independently',
    rule: notAbove,
    requiresRecentAuth: 'when a row grants level 4 or above',
    maxBody: 512 * kB,
    response: BulkResult,
    errors: { 429: tooManyAttemptsMessage },
  },
  'POST /api/users/check': {
    access: 4,
    summary: 'Check which usernames and slugs are taken',
    maxBody: 128 * kB,
    response: TakenNames,
    audit: false,
  },
  'GET /api/audit/security': {
    access: 5,
    allowsReplica: true,
    summary: 'Security events of all users, newest first',
    response: SecurityPage,
  },
  'GET /api/audit': {
    access: 5,
    allowsReplica: true,
    summary: 'Who changed what, newest first',
    response: AuditPage,
  },
}
