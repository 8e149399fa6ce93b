import { spawnSync } from 'node:child_process'
import { mkdtempSync, readFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { DatabaseSync } from 'node:sqlite'
import { expect, test, vi } from 'vitest'
import { adminSql } from './admin-sql.ts'

vi.setConfig({ testTimeout: 60_000 })

function createAdmin(args: string[], env: Record<string, string> = {}) {
  const { status, stdout, stderr } = spawnSync('node', ['scripts/create-admin.ts', ...args], {
    encoding: 'utf8',
    env: { ...process.env, WRANGLER_LOG: 'error', ...env },
  })
  return [status, stdout.trim(), stderr.trim()]
}

test('the first user is made once, with a password shown once', () => {
  const DATA_DIR = mkdtempSync(join(tmpdir(), 'edgecard-'))
  const [status, stdout] = createAdmin(['--username', 'root.user'], { DATA_DIR })
  expect([status, stdout]).toEqual([
    0,
    expect.stringMatching(
      /^Created root\.user \(level 5\)\. One-time password, shown only now: [\w-]{24}$/,
    ),
  ])
  expect(createAdmin([], { DATA_DIR })).toEqual([
    1,
    '',
    'User 1 exists already; sign in as that user, or ask for a reset link on /auth.',
  ])
})

test.each([
  [['--username', 'ab'], 'Username must be at least 3 characters.'],
  [['--email', 'nobody'], 'Please enter a valid email.'],
  [['--level', '5'], 'The options are --remote, --username NAME and --email ADDRESS; see --help.'],
])('%j is refused with one sentence', (args, sentence) => {
  expect(createAdmin(args)).toEqual([1, '', sentence])
})

test('a remote database is not touched without its pepper', () => {
  expect(createAdmin(['--remote'], { PEPPER: '' })).toEqual([
    1,
    '',
    'Set PEPPER to the secret that the worker was given, then try again.',
  ])
})

test('the statements for a remote database make user 1 and a live card, whatever the name holds', () => {
  const db = new DatabaseSync(':memory:')
  const schema = readFileSync('schema/migrations/app/0000_first.sql', 'utf8')
  db.exec(schema.replaceAll('--> statement-breakpoint', ''))
  const admin = { username: "o'brien; drop", email: 'a@b.test', password: '$h', fullName: "O'B" }
  db.exec(adminSql(admin))
  expect(db.prepare('select * from users').all()).toMatchObject([
    { id: 1, username: admin.username, full_name: "O'B", access_level: 5, must_change_password: 1 },
  ])
  expect(db.prepare('select * from business_cards').all()).toMatchObject([
    { user_id: 1, slug: expect.stringMatching(/^o-?brien-drop-\d+$/), state: 'live', name: "O'B" },
  ])
  expect(() => db.exec(adminSql(admin))).toThrow()
})
