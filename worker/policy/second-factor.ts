/** Policy rows of the second factor. */
import {
  RecoveryCodes,
  SecondFactor,
  SecondFactorSetup,
  wrongCodeMessage,
} from '../../schema/second-factor.ts'
import { kB, type PolicyRow, tooManyAttemptsMessage } from './row.ts'

export const secondFactorOnMessage = 'Two-step verification is already on. Turn it off first.'
export const secondFactorOffMessage = 'Two-step verification is off.'
export const setupExpiredMessage = 'This setup has expired. Start again.'

export const secondFactorRows: Record<string, PolicyRow> = {
  'GET /api/account/second-factor': {
    access: 1,
    summary: 'The state of your two-step verification',
    allowedBeforeSecondFactor: true,
    response: SecondFactor,
  },
  'POST /api/account/second-factor': {
    access: 1,
    summary: 'Start setting up two-step verification',
    requiresRecentAuth: true,
    allowedBeforeSecondFactor: true,
    response: SecondFactorSetup,
    status: 201,
    errors: { 409: secondFactorOnMessage },
  },
  'POST /api/account/second-factor/confirm': {
    access: 1,
    summary:
      'Turn on two-step verification with the first code from the app; signs out every other device',
    requiresRecentAuth: true,
    allowedBeforeSecondFactor: true,
    maxBody: kB,
    response: RecoveryCodes,
    errors: { 400: wrongCodeMessage, 409: setupExpiredMessage },
  },
  'POST /api/account/second-factor/recovery-codes': {
    access: 1,
    summary: 'Create new recovery codes; the previous ones stop working',
    requiresRecentAuth: true,
    response: RecoveryCodes,
    status: 201,
    errors: { 409: secondFactorOffMessage },
  },
  'DELETE /api/account/second-factor': {
    access: 1,
    summary: 'Turn off two-step verification; signs out every other device',
    rule: 'with your password and a code',
    maxBody: 2 * kB,
    status: 204,
    errors: {
      400: `Password is incorrect, or ${wrongCodeMessage}`,
      409: secondFactorOffMessage,
      429: tooManyAttemptsMessage,
    },
  },
}
