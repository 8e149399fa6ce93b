import { expect, test } from 'vitest'
import { makeAppleSecrets, makeGoogleSecrets } from '../../worker/testing/wallet-secrets.ts'
import { walletFindings } from './wallet-findings.ts'

const apple = makeAppleSecrets()
const google = makeGoogleSecrets()
const error = (text: string) => ({ level: 'error', text })

test('no wallet and complete wallets are fine', async () => {
  expect(await walletFindings({ names: ['PEPPER'], values: {} })).toEqual([])
  expect(await walletFindings({ names: [], values: { ...apple, ...google } })).toEqual([])
  const names = [...Object.keys(apple), ...Object.keys(google)]
  expect(await walletFindings({ names, values: {} })).toEqual([])
})

test('a missing secret is named', async () => {
  const names = ['APPLE_WALLET_CERTIFICATE', 'APPLE_WALLET_KEY', 'GOOGLE_WALLET_KEY']
  expect(await walletFindings({ names, values: {} })).toEqual([
    error(
      'APPLE_WALLET_WWDR missing, so there are no passes for Apple Wallet. See docs/wallet.md.',
    ),
    error(
      'GOOGLE_WALLET_ISSUER missing, so there are no passes for Google Wallet. See docs/wallet.md.',
    ),
  ])
})

test('a wrong secret in the environment is described', async () => {
  const { APPLE_WALLET_KEY } = makeAppleSecrets()
  const values = { ...apple, APPLE_WALLET_KEY, ...google, GOOGLE_WALLET_ISSUER: 'cards' }
  expect(await walletFindings({ names: [], values })).toEqual([
    error(
      'Apple Wallet: APPLE_WALLET_KEY is not the key of APPLE_WALLET_CERTIFICATE. See docs/wallet.md.',
    ),
    error(
      'Google Wallet: GOOGLE_WALLET_ISSUER is not an issuer id, which has only digits. See docs/wallet.md.',
    ),
  ])
})

test('a certificate that expires within 30 days is a warning', async () => {
  const values = makeAppleSecrets({ days: [-300, 20.5] })
  expect(await walletFindings({ names: [], values })).toEqual([
    {
      level: 'warning',
      text: 'Apple Wallet: the certificate expires in 20 days. See docs/wallet.md.',
    },
  ])
})
