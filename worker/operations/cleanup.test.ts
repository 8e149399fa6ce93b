import { env } from 'cloudflare:workers'
import { expect, test } from 'vitest'
import { resetTokens, sessions } from '../../schema/accounts/tables.ts'
import { rateLimits } from '../../schema/operations/tables.ts'
import { consumeLimit } from '../platform/rate-limiter.ts'
import { dayMs } from '../platform/time.ts'
import { db, makeUser } from '../testing/app.ts'
import { startSession } from '../testing/sessions.ts'
import { deleteExpiredRecords } from './cleanup.ts'

test('expired records are deleted, records in use stay', async () => {
  const now = Date.now()
  const { id: userId } = await makeUser()
  await startSession(db, userId, 'in use')
  await startSession(db, userId, 'left alone', now - 15 * dayMs)
  const token = { userId, passwordPrint: 'print' }
  await db.insert(resetTokens).values([
    { ...token, hash: 'fresh', expiresAt: now + dayMs },
    { ...token, hash: 'stale', expiresAt: now - 1000 },
  ])
  const limit = { kind: 'test', max: 3, window: 60 }
  await consumeLimit(env, { ...limit, subject: 'lately' })
  await consumeLimit(env, { ...limit, subject: 'long ago' }, (now - 2 * dayMs) / 1000)
  await deleteExpiredRecords(env)
  const devices = await db.select({ device: sessions.device }).from(sessions).all()
  expect(devices).toEqual([{ device: 'in use' }])
  const tokens = await db.select({ hash: resetTokens.hash }).from(resetTokens).all()
  expect(tokens).toEqual([{ hash: 'fresh' }])
  expect(await db.$count(rateLimits)).toBe(1)
})
