import { mkdtempSync, readdirSync, readFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { DatabaseSync } from 'node:sqlite'
import { afterAll, beforeAll, expect, onTestFinished, test, vi } from 'vitest'
import { verifyPassword } from '../worker/accounts/passwords.ts'
import { hashAtFullCost, hashFast } from '../worker/testing/fast-hashing.ts'
import {
  adminSql,
  createFirstUser,
  openDatabase,
  recoverFirstUser,
  recoverSql,
} from './first-user.ts'
import { openLocal } from './local/open-local.ts'

beforeAll(hashFast)
afterAll(hashAtFullCost)

test('the first user is created once, and recovered with a new password and the same address', async () => {
  vi.stubEnv('DATA_DIR', mkdtempSync(join(tmpdir(), 'edgecard-')))
  const { env, close } = await openLocal()
  onTestFinished(close)
  const { DB, PEPPER: pepper } = env
  const execute = openDatabase(DB)
  const user = { username: 'root.user', email: 'root@b.test', pepper }
  await expect(recoverFirstUser(execute, { pepper })).rejects.toThrow(
    'There is no user 1 to recover. Run the command without --recover.',
  )
  const first = await createFirstUser(execute, user)
  const stored = () =>
    DB.prepare(
      'select username, email, password, access_level as level, must_change_password as mustChange from users',
    ).all<{ email: string; password: string }>()
  const [created] = (await stored()).results
  expect(created).toMatchObject({ username: 'root.user', level: 5, mustChange: 1 })
  expect(first).toMatch(/^[\w-]{24}$/)
  expect(await verifyPassword(first, created?.password ?? '', { PEPPER: pepper })).toBe(true)
  await expect(createFirstUser(execute, user)).rejects.toThrow(
    'User 1 already exists. Sign in as that user, request a reset link on /auth, or add --recover.',
  )
  const second = await recoverFirstUser(execute, { pepper })
  const { results } = await stored()
  expect(results).toMatchObject([{ email: 'root@b.test' }])
  expect(await verifyPassword(second, results[0]?.password ?? '', { PEPPER: pepper })).toBe(true)
})

function migrate(db: DatabaseSync) {
  const folder = 'schema/migrations/app'
  for (const name of readdirSync(folder)
    .filter((each) => each.endsWith('.sql'))
    .sort())
    db.exec(readFileSync(join(folder, name), 'utf8').replaceAll('--> statement-breakpoint', ''))
}

test('the statements for a remote database create user 1 and a live card, whatever the name contains', () => {
  const db = new DatabaseSync(':memory:')
  migrate(db)
  const admin = { username: "o'brien; drop", email: 'a@b.test', password: '$h', fullName: "O'B" }
  db.exec(adminSql(admin).join(' '))
  expect(db.prepare('select * from users').all()).toMatchObject([
    { id: 1, username: admin.username, full_name: "O'B", access_level: 5, must_change_password: 1 },
  ])
  expect(db.prepare('select * from business_cards').all()).toMatchObject([
    { user_id: 1, slug: expect.stringMatching(/^o-?brien-drop-\d+$/), state: 'live', name: "O'B" },
  ])
  expect(() => db.exec(adminSql(admin).join(' '))).toThrow()
})

test('recovery sets a new password and removes the second factor and all earlier access', () => {
  const db = new DatabaseSync(':memory:')
  migrate(db)
  db.exec(
    adminSql({ username: 'root', email: 'a@b.test', password: '$old', fullName: 'R' }).join(' '),
  )
  db.exec(`
    insert into users (username, password, email) values ('other', '$o', 'o@b.test');
    update users set deleted_at = 'x', access_level = 4, must_change_password = 0 where id = 1;
    insert into second_factors values (1, 's', 1, 1, 0, null), (2, 's', 1, 1, 0, null);
    insert into passkeys values ('a', 1, 'n', 'c', 'k', 0, '[]', 1, null, null), ('b', 2, 'n', 'd', 'k', 0, '[]', 1, null, null);
    insert into recovery_codes values ('a', 1, null, null), ('b', 2, null, null);
    insert into sessions (id, user_id, secret_hash, created_at, last_seen_at, auth_at, device)
      values ('a', 1, 'h', 1, 1, 1, 'd'), ('b', 2, 'h', 1, 1, 1, 'd');
    insert into sign_in_steps values ('a', 1, 'p', 1), ('b', 2, 'p', 1);
    insert into reset_tokens (hash, user_id, password_print, expires_at) values ('a', 1, 'p', 1), ('b', 2, 'p', 1);
    insert into api_tokens (id, user_id, name, hash, hint, created_at)
      values ('a', 1, 'n', 'h', 'i', 1), ('b', 2, 'n', 'g', 'i', 1);
    insert into analytics_shares (id, hash, user_id, timeframe, created_at, expires_at)
      values ('a', 'h', 1, 'month', 1, 9e15), ('b', 'g', 2, 'month', 1, 9e15);
    insert into throttle values ('k', 1, 99, null);`)
  for (const sql of recoverSql({ password: "$new'", email: 'new@b.test' })) db.exec(sql)
  expect(db.prepare('select * from users where id = 1').get()).toMatchObject({
    ...{ password: "$new'", email: 'new@b.test', access_level: 5, must_change_password: 1 },
    deleted_at: null,
  })
  const left = (table: string) =>
    db
      .prepare(`select user_id from ${table} order by 1`)
      .all()
      .map((row) => row.user_id)
  for (const table of [
    'second_factors',
    'recovery_codes',
    'passkeys',
    'sessions',
    'sign_in_steps',
    'reset_tokens',
  ])
    expect([table, left(table)]).toEqual([table, [2]])
  const tokens = db.prepare('select user_id, revoked_at is null as good from api_tokens order by 1')
  expect(tokens.all()).toMatchObject([{ good: 0 }, { good: 1 }])
  const shares = db.prepare(
    'select expires_at > 8e15 as good from analytics_shares order by user_id',
  )
  expect(shares.all()).toMatchObject([{ good: 0 }, { good: 1 }])
  expect(db.prepare('select count(*) as n from throttle').get()).toMatchObject({ n: 0 })
  const actor = 'npm run create-admin -- --recover'
  expect(db.prepare('select * from audit_log').all()).toMatchObject([
    { actor, action: 'account-recovered', target: 'user 1', user_id: 1 },
  ])
})
