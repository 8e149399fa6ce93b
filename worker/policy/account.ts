/** Who may call what of the own account. */
import * as z from 'zod'
import { deadRevertLink, MailChoice, notInDemo, Session } from '../../schema/account.ts'
import { User } from '../../schema/user.ts'
import { kB, meanwhile, message, type Row, wait } from './row.ts'

export const accountRows: Record<string, Row> = {
  'GET /api/user': { who: 1, summary: 'The signed-in user', answer: User },
  'POST /api/login': {
    who: 'anyone',
    summary: 'Sign in',
    maxBody: 2 * kB,
    answer: User,
    refuses: { 401: 'Invalid username or password', 429: wait },
  },
  'POST /api/register': {
    who: 'anyone',
    summary: 'Create a level 1 account and its first card',
    rule: 'while registration is open',
    maxBody: 4 * kB,
    answer: User,
    status: 201,
    audit: true,
    refuses: { 403: 'Registration is closed.', 409: 'Username or slug already exists', 429: wait },
  },
  'POST /api/logout': { who: 'anyone', summary: 'End this session', status: 204 },
  'POST /api/reset-password': {
    who: 'anyone',
    summary: 'Send a reset link, if the e-mail is registered',
    maxBody: kB,
    answer: message,
  },
  'POST /api/reset-password/confirm': {
    who: 'anyone',
    summary: 'Set a new password with the token of a reset link',
    maxBody: 2 * kB,
    answer: message,
    audit: true,
    refuses: { 400: 'This link is not valid or has expired. Ask for a new one.' },
  },
  'POST /api/update-password': {
    who: 1,
    summary: 'Change the own password',
    maxBody: 2 * kB,
    answer: User,
    refuses: { 400: 'Current password is incorrect', 409: meanwhile, 429: wait },
  },
  'GET /api/sessions': {
    who: 1,
    summary: 'Where one is signed in, newest first',
    answer: z.array(Session),
  },
  'DELETE /api/sessions': { who: 1, summary: 'Sign out everywhere else', status: 204 },
  'DELETE /api/sessions/:session': {
    who: 1,
    summary: 'End one session',
    rule: 'of oneself',
    status: 204,
  },
  'GET /api/account/mail': { who: 1, summary: 'What one is told by mail', answer: MailChoice },
  'PUT /api/account/mail': {
    who: 1,
    summary: 'Choose what one is told by mail',
    maxBody: kB,
    answer: MailChoice,
  },
  'GET /api/account/export': {
    who: 1,
    summary: 'Everything kept about oneself, as one file',
    media: 'application/json',
    refuses: { 429: wait },
  },
  'DELETE /api/account': {
    who: 1,
    summary: 'Delete the own account; restorable for 30 days',
    rule: 'not in a demonstration, and never user 1',
    maxBody: 2 * kB,
    status: 204,
    refuses: {
      400: 'Password is incorrect',
      403: notInDemo,
      409: 'The last System Admin cannot be removed',
      429: wait,
    },
  },
  'POST /api/account/email-revert': {
    who: 'anyone',
    summary: 'Take a change of e-mail back with the token of its letter',
    maxBody: kB,
    answer: message,
    refuses: { 400: deadRevertLink },
  },
}
