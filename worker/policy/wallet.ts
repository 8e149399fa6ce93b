/** Policy rows of wallet passes. */
import { WalletLink } from '../../schema/wallet.ts'
import { kB, type PolicyRow, tooManyAttemptsMessage } from './row.ts'
import { tooManyActive, tooManySharePoints } from './share-points.ts'

export const noWalletMessage = 'This installation has no passes for this wallet.'
/** The same whether the link is false or expired, or the card has no pass. */
export const noPassMessage = 'This link has expired. Create a new one on the Share page.'
export const walletBrokenMessage =
  "The pass can't be signed right now. Ask the administrator to check the wallet certificates."
export const notPassHolderMessage = 'The pass does not have this token.'

const passHolder = 'a device with the token of the pass'

export const walletRows: Record<string, PolicyRow> = {
  'POST /api/business-cards/:id/wallet': {
    access: 1,
    prefetch: 'card',
    summary: 'A link that adds a card to Apple Wallet or Google Wallet, for 15 minutes',
    rule: 'the card owner, or level 4 and not below the owner',
    maxBody: kB,
    response: WalletLink,
    status: 201,
    errors: { 404: noWalletMessage, 409: `${tooManyActive} Or: ${tooManySharePoints}` },
  },
  'GET /wallet/:token': {
    access: 'anyone',
    summary: 'The pass of a card: a file for Apple Wallet, a redirect to Google Wallet',
    rule: 'the link, until it expires',
    responseType: 'application/vnd.apple.pkpass',
    errors: { 404: noPassMessage, 429: tooManyAttemptsMessage, 503: walletBrokenMessage },
  },
  'POST /wallet/apple/v1/devices/:device/registrations/:passType/:serial': {
    access: 'anyone',
    summary: 'Apple Wallet: register a device for the changes of a pass',
    rule: passHolder,
    maxBody: kB,
    status: 201,
    errors: { 401: notPassHolderMessage, 429: tooManyAttemptsMessage },
  },
  'DELETE /wallet/apple/v1/devices/:device/registrations/:passType/:serial': {
    access: 'anyone',
    summary: 'Apple Wallet: unregister a device',
    rule: passHolder,
    errors: { 401: notPassHolderMessage, 429: tooManyAttemptsMessage },
  },
  'GET /wallet/apple/v1/devices/:device/registrations/:passType': {
    access: 'anyone',
    summary: "Apple Wallet: which of a device's passes have changed",
    rule: 'a device with its id',
    responseType: 'application/json',
    errors: { 401: notPassHolderMessage, 429: tooManyAttemptsMessage },
  },
  'GET /wallet/apple/v1/passes/:passType/:serial': {
    access: 'anyone',
    summary: 'Apple Wallet: a pass as it is now',
    rule: passHolder,
    responseType: 'application/vnd.apple.pkpass',
    errors: { 401: notPassHolderMessage, 429: tooManyAttemptsMessage, 503: walletBrokenMessage },
  },
  'POST /wallet/apple/v1/log': {
    access: 'anyone',
    summary: 'Apple Wallet: what failed on a device',
    maxBody: 16 * kB,
    errors: { 429: tooManyAttemptsMessage },
  },
}
