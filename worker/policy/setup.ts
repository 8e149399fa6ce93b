/** Policy rows of the page that creates the first user. */
import { wrongSecretMessage } from '../../schema/setup.ts'
import { commonPasswordMessage } from '../../schema/user.ts'
import { kB, type PolicyRow, tooManyAttemptsMessage } from './row.ts'

export const plainForm = 'application/x-www-form-urlencoded'
export const setUpAlreadyMessage = 'This installation is already set up. Sign in at /auth.'
export const weakSecretMessage =
  'The secret PEPPER of this installation is an example or shorter than 32 characters. Set another one in the dashboard, then try again.'

export const setupRows: Record<string, PolicyRow> = {
  'GET /setup': {
    access: 'anyone',
    summary: 'The form that creates the first user; once there is one, a page that says so',
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
      400: commonPasswordMessage,
      403: wrongSecretMessage,
      409: setUpAlreadyMessage,
      429: tooManyAttemptsMessage,
      503: weakSecretMessage,
    },
  },
}
