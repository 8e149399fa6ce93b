import { env } from 'cloudflare:workers'
import { createHmac } from 'node:crypto'
import { expect, test } from 'vitest'
import { hashPassword, hashPasswordForBulk, verifyPassword } from '../accounts/passwords.ts'
import { reencryptSecondFactors } from '../accounts/second-factor.ts'
import { deviceCookie, knownDevice } from '../accounts/sign-in.ts'
import { readCursor, startPosition, writeCursor } from '../analytics/event-feed.ts'
import { app } from '../app.ts'
import { makeUser, origin } from '../testing/app.ts'
import { codeOf } from '../testing/authenticator-app.ts'
import { countFormerHashes, decrypt, encrypt, pepperId } from './secrets.ts'

test('a secret is decrypted only for its user and with its pepper', async () => {
  const encrypted = await encrypt({ PEPPER: 'pepper' }, 7, 'JBSWY3DPEHPK3PXP')
  expect(encrypted).toMatch(/^[0-9a-f]{8}\.[\w-]+$/)
  expect(Buffer.from(encrypted.slice(9), 'base64url').toString('latin1')).not.toContain('JBSWY3DP')
  expect(await decrypt({ PEPPER: 'pepper' }, 7, encrypted)).toBe('JBSWY3DPEHPK3PXP')
  expect(await encrypt({ PEPPER: 'pepper' }, 7, 'JBSWY3DPEHPK3PXP')).not.toBe(encrypted)
  const other = encrypted.slice(0, -4) + (encrypted.endsWith('AAAA') ? 'BBBB' : 'AAAA')
  await expect(decrypt({ PEPPER: 'pepper' }, 8, encrypted)).rejects.toThrow()
  await expect(decrypt({ PEPPER: 'salt' }, 7, encrypted)).rejects.toThrow()
  await expect(decrypt({ PEPPER: 'pepper' }, 7, other)).rejects.toThrow()
  await expect(decrypt({ PEPPER: '' }, 7, encrypted)).rejects.toThrow('PEPPER is not set')
})

const rotated = { ...env, PEPPER: 'the new pepper', PREVIOUS_PEPPER: env.PEPPER }
const newOnly = { ...env, PEPPER: 'the new pepper' }
const password = 'right horse'

let requests = 0

async function call(bindings: typeof newOnly, path: string, body: object) {
  requests += 1
  return app.fetch(
    new Request(`${origin}${path}`, {
      method: 'POST',
      headers: {
        'Content-Type': 'application/json',
        'CF-Connecting-IP': `198.51.100.${requests}`,
      },
      body: JSON.stringify(body),
    }),
    bindings,
    { waitUntil: () => {}, passThroughOnException: () => {}, props: {} },
  )
}

async function stored(id: number) {
  return env.DB.prepare('select password from users where id = ?')
    .bind(id)
    .first<string>('password')
}

test('with two peppers users can sign in, and their passwords are rehashed with the new one', async () => {
  const hash = await hashPassword(password, env.PEPPER)
  const hashes = [
    hash,
    hash.replace(/k=[0-9a-f]{8}/, 'k=1'),
    await hashPasswordForBulk(password, env.PEPPER),
  ]
  for (const each of hashes) {
    const user = await makeUser({ password: each })
    const signIn = (bindings: typeof newOnly, secret: string) =>
      call(bindings, '/api/login', { username: user.username, password: secret })
    const before = await countFormerHashes(rotated)
    expect((await signIn(rotated, password)).status).toBe(200)
    expect(await stored(user.id)).toContain(`k=${pepperId('the new pepper')}$`)
    expect(await countFormerHashes(rotated)).toBe(before - 1)
    if (each === hash) expect((await signIn(newOnly, password)).status).toBe(200)
  }
})

test('without the previous pepper its hashes match nothing', async () => {
  const hash = await hashPassword(password, env.PEPPER)
  expect(await verifyPassword(password, hash, newOnly)).toBe(false)
  expect(await verifyPassword(password, hash, rotated)).toBe(true)
})

test('a second factor works while the pepper is replaced, and the cron job re-encrypts it', async () => {
  const secret = 'JBSWY3DPEHPK3PXPJBSWY3DPEHPK3PXP'
  const user = await makeUser({ password: await hashPassword(password, env.PEPPER) })
  const first = await encrypt(env, user.id, secret)
  await env.DB.prepare('insert into second_factors values (?, ?, 1, 1, 0, null)')
    .bind(user.id, first)
    .run()
  const response = await call(rotated, '/api/login', { username: user.username, password })
  const { token } = await response.json<{ token: string }>()
  const code = codeOf(secret)
  expect((await call(rotated, '/api/login/code', { token, code })).status).toBe(200)
  await expect(decrypt(newOnly, user.id, first)).rejects.toThrow()
  expect(await reencryptSecondFactors(rotated)).toBeUndefined()
  const row = () =>
    env.DB.prepare('select secret from second_factors where user_id = ?')
      .bind(user.id)
      .first<string>('secret')
  const renewed = (await row()) ?? ''
  expect(await decrypt(newOnly, user.id, renewed)).toBe(secret)
  await reencryptSecondFactors(rotated)
  expect(await row()).toBe(renewed)
})

test('recovery codes, known devices and cursors survive the rotation', async () => {
  const user = await makeUser({ password: await hashPassword(password, env.PEPPER) })
  const sealed = await encrypt(env, user.id, 'JBSWY3DPEHPK3PXPJBSWY3DPEHPK3PXP')
  await env.DB.prepare('insert into second_factors values (?, ?, 1, 1, 0, null)')
    .bind(user.id, sealed)
    .run()
  const code = 'abcdefgh23456777'
  const keyed = createHmac('sha256', env.PEPPER).update(`recovery\n${user.id}\n${code}`)
  await env.DB.prepare('insert into recovery_codes values (?, ?, null, null)')
    .bind(keyed.digest('base64url'), user.id)
    .run()
  const response = await call(rotated, '/api/login', { username: user.username, password })
  const { token } = await response.json<{ token: string }>()
  expect((await call(rotated, '/api/login/code', { token, code })).status).toBe(200)
  const device = deviceCookie(env, user.id)
  expect(knownDevice(rotated, device, user.id)).toBeDefined()
  expect(knownDevice(newOnly, device, user.id)).toBeUndefined()
  const cursor = writeCursor(env, 7, startPosition)
  expect(readCursor(rotated, 7, cursor)).toEqual(startPosition)
  expect(readCursor(newOnly, 7, cursor)).toBeUndefined()
})
