import { expect, test } from 'vitest'
import { advanceClock } from '../testing/clock.ts'
import { walletEnv } from '../testing/wallet.ts'
import { makeAppleSecrets, passTypeId, teamId } from '../testing/wallet-secrets.ts'
import { type AppleSecrets, expiryOf, readAppleIdentity } from './apple-identity.ts'

const { APPLE_WALLET_CERTIFICATE, APPLE_WALLET_KEY, APPLE_WALLET_WWDR } = walletEnv
const valid = { APPLE_WALLET_CERTIFICATE, APPLE_WALLET_KEY, APPLE_WALLET_WWDR }

test('the pass type id, the team and the expiry are those of the certificate', async () => {
  const identity = await readAppleIdentity(valid)
  if (typeof identity === 'string') throw new Error(identity)
  expect(identity).toMatchObject({ passTypeId, teamId })
  const days = (expiryOf(identity) - Date.now()) / 86_400_000
  expect(days).toBeGreaterThan(364.9)
  expect(days).toBeLessThanOrEqual(365)
})

test('text around the PEM, and line breaks written as \\n, are accepted', async () => {
  const bags = Object.entries(valid).map(([name, pem]) => [
    name,
    `Bag Attributes\n    friendlyName: Pass\n${pem}`.replaceAll('\n', '\\n'),
  ])
  expect(await readAppleIdentity(Object.fromEntries(bags))).toMatchObject({ passTypeId })
})

test('each mistake has a sentence', async () => {
  const other = makeAppleSecrets()
  const noPass = makeAppleSecrets({ subject: { CN: 'Developer ID', OU: teamId } })
  const late = makeAppleSecrets({ days: [1, 365] })
  const garbage = '-----BEGIN CERTIFICATE-----\nAAAA\n-----END CERTIFICATE-----'
  const encrypted =
    '-----BEGIN ENCRYPTED PRIVATE KEY-----\nAAAA\n-----END ENCRYPTED PRIVATE KEY-----'
  const mistakes: [AppleSecrets, string][] = [
    [{ ...valid, APPLE_WALLET_CERTIFICATE: '' }, 'APPLE_WALLET_CERTIFICATE is missing.'],
    [{ ...valid, APPLE_WALLET_KEY: '' }, 'APPLE_WALLET_KEY is missing.'],
    [
      { ...valid, APPLE_WALLET_WWDR: '' },
      'APPLE_WALLET_WWDR is missing: Wallet accepts no pass without it.',
    ],
    [
      { ...valid, APPLE_WALLET_CERTIFICATE: garbage },
      'APPLE_WALLET_CERTIFICATE is not a certificate in PEM.',
    ],
    [{ ...valid, APPLE_WALLET_WWDR: 'x' }, 'APPLE_WALLET_WWDR is not a certificate in PEM.'],
    [{ ...valid, APPLE_WALLET_KEY: 'x' }, 'APPLE_WALLET_KEY is not an RSA key in PEM (PKCS #8).'],
    [
      { ...valid, APPLE_WALLET_KEY: encrypted },
      'APPLE_WALLET_KEY has a password. Remove it first.',
    ],
    [
      { ...valid, APPLE_WALLET_KEY: other.APPLE_WALLET_KEY },
      'APPLE_WALLET_KEY is not the key of APPLE_WALLET_CERTIFICATE.',
    ],
    [
      { ...valid, APPLE_WALLET_WWDR: valid.APPLE_WALLET_CERTIFICATE },
      'APPLE_WALLET_WWDR is not the certificate that issued APPLE_WALLET_CERTIFICATE.',
    ],
    [noPass, 'APPLE_WALLET_CERTIFICATE is not that of a pass type id.'],
    [late, 'APPLE_WALLET_CERTIFICATE is not valid yet.'],
  ]
  for (const [secrets, sentence] of mistakes)
    expect(await readAppleIdentity(secrets)).toBe(sentence)
})

test('the sentence about an expired certificate has its last day', async () => {
  advanceClock(0)
  const secrets = makeAppleSecrets({ days: [-400, -35] })
  const day = new Date(Date.now() - 35 * 86_400_000).toISOString().slice(0, 10)
  expect(await readAppleIdentity(secrets)).toBe(`APPLE_WALLET_CERTIFICATE expired on ${day}.`)
})
