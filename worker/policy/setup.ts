/** Policy rows of the page that creates the first user. */
import { notTheSecret } from '../../schema/setup.ts'
import { commonPassword } from '../../schema/user.ts'
import { kB, type PolicyRow, tooManyAttemptsMessage } from './row.ts'

export const plainForm = 'application/x-www-form-urlencoded'
export const setUpAlready = 'This installation is already set up. Sign in at /auth.'
export const weakSecret =
  'The secret PEPPER of this installation is an example or shorter than 32 characters. Set another one in the dashboard, then try again.'

export const setupRows: Record<string, PolicyRow> = {
  'GET /setup': {
    access: 'anyone',
    summary: 'The form that creates the first user; redirects to /auth once there is one',
    responseType: 'text/html',
  },
  'POST /setup': {
    access: 'anyone',
    summary: 'Create the first user, with level 5',
    rule: 'with the secret PEPPER, while there is no user',
    maxBody: 4 * kB,
    requestTypes: ['application/json', plainForm],
    responseType: 'text/html',
    status: 201,
    audit: true,
    errors: {
      400: commonPassword,
      403: notTheSecret,
      409: setUpAlready,
      429: tooManyAttemptsMessage,
      503: weakSecret,
    },
  },
}
