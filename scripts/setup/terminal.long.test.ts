import { spawn } from 'node:child_process'
import { existsSync, readFileSync, rmSync } from 'node:fs'
import { join, resolve } from 'node:path'
import { expect, test } from 'vitest'
import { readEnvironments } from '../environments/list.ts'
import { newCheckout } from '../testing/setup-site.ts'
import type { FakeAccount } from '../testing/stand-in-account.ts'
import { installStandIn, newAccount } from '../testing/wrangler-stand-in.ts'

// A pseudo terminal: script(1) of util-linux.
const hasTerminal = process.platform === 'linux' && existsSync('/usr/bin/script')
const accounts = ['1', '2'].map((id) => ({ id: id.repeat(32), name: `Acme ${id}` }))

/** Answers each question of the setup with the next of the lines that are given for it. */
async function answer(
  lines: [question: string, ...answers: string[]][],
  facts: Partial<FakeAccount>,
) {
  const folder = newCheckout()
  // Without migrations the run stops before it builds.
  rmSync(join(folder, 'schema'))
  const account = newAccount(join(folder, 'account'), facts)
  const command = `'${process.execPath}' '${resolve('scripts/setup.ts')}' --cloudflare`
  const child = spawn('/usr/bin/script', ['-qec', command, '/dev/null'], {
    cwd: folder,
    env: { ...installStandIn(account), PEPPER: '', TERM: 'dumb' },
  })
  const left = new Map(lines.map(([question, ...answers]) => [question, answers]))
  let shown = ''
  let seen = 0
  child.stdout.on('data', (chunk) => {
    shown += chunk
    for (const [question, answers] of left) {
      const at = shown.indexOf(question, seen)
      if (at < 0 || answers.length === 0) continue
      seen = at + question.length
      child.stdin.write(`${answers.shift()}\n`)
    }
  })
  const status = await new Promise((done) => child.once('close', done))
  const { production } = readEnvironments(folder)
  const text = readFileSync(join(account.folder, 'account.json'), 'utf8')
  const made: FakeAccount = JSON.parse(text)
  return { status, shown, production, made, unanswered: [...left.values()].flat() }
}

test.skipIf(!hasTerminal)(
  'at a terminal the setup asks its questions, and makes the stores where the answers say',
  async () => {
    const { status, shown, production, made, unanswered } = await answer(
      [
        ['Which account (id or name)? ', 'Acme 2'],
        ['Email address of the administrator: ', 'ada@acme.test'],
        ['or none for anywhere? [eu] ', 'us'],
        ['(empty for workers.dev): ', 'cards.acme.test'],
        ['of a card? [sign-in] ', 'acme'],
      ],
      { accounts },
    )
    expect(unanswered).toEqual([])
    expect(production).toMatchObject({
      account_id: '2'.repeat(32),
      domain: 'cards.acme.test',
      vars: { SUPPORT_EMAIL: 'ada@acme.test', LANDING: 'acme' },
    })
    for (const store of [...made.queues, ...made.buckets, ...made.databases])
      expect(store).toMatchObject({ jurisdiction: 'us' })
    expect(made.namespaces).toHaveLength(1)
    expect(status).toBe(1)
    expect(shown).toContain('wrangler d1 migrations apply DB failed')
  },
)
