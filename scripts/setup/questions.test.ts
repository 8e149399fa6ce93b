import { PassThrough } from 'node:stream'
import { beforeEach, expect, test, vi } from 'vitest'
import { type Environment, updateEnvironment } from '../environments/list.ts'
import { site } from '../testing/setup-site.ts'
import type { FakeAccount } from '../testing/stand-in-account.ts'
import { ask } from './questions.ts'
import { readAnswers } from './settings.ts'

beforeEach(() => vi.stubEnv('CLOUDFLARE_ACCOUNT_ID', ''))

const accounts = ['1', '2'].map((id) => ({ id: id.repeat(32), name: `Acme ${id}` }))

/** Answers each question with the next of the lines that are given for it; returns the answers and what was shown. */
async function answer(
  args: string[],
  lines: [question: string, ...answers: string[]][],
  { vars, ...facts }: Environment & Partial<FakeAccount> = {},
) {
  const { folder, wrangler } = site(facts)
  updateEnvironment({ folder }, { vars })
  const options = await readAnswers(['--cloudflare', ...args], folder)
  const [input, output] = [new PassThrough(), new PassThrough()]
  const left = new Map(lines.map(([question, ...answers]) => [question, answers]))
  let shown = ''
  let seen = 0
  output.on('data', (chunk) => {
    shown += chunk
    for (const [question, answers] of left) {
      const at = shown.indexOf(question, seen)
      if (at < 0 || answers.length === 0) continue
      seen = at + question.length
      input.write(`${answers.shift()}\n`)
    }
  })
  const answers = await ask(options, { wrangler, input, output })
  return { answers, shown, unanswered: [...left.values()].flat() }
}

test('account, email, jurisdiction and domain are asked for, and again after a wrong answer', async () => {
  const { answers, shown, unanswered } = await answer(
    [],
    [
      ['Which account (id or name)? ', 'Acme 2'],
      ['Email address of the administrator: ', 'nobody', 'ada@acme.test'],
      ['or none for anywhere? [eu] ', 'mars', 'us'],
      ['(empty for workers.dev): ', 'https://cards.acme.test', 'cards.acme.test'],
      ['sign-in, product or the slug of a card? [sign-in] ', 'a page', 'product'],
    ],
    { accounts },
  )
  expect(unanswered).toEqual([])
  for (const sentence of [
    'The email address of the administrator is not valid.',
    'The jurisdiction must be eu, us, fedramp or none.',
    'The domain must be a host name such as cards.example.com',
    'The address must open sign-in, product or the slug of a card.',
  ])
    expect(shown).toContain(sentence)
  const given = { account: 'Acme 2', email: 'ada@acme.test' }
  expect(answers).toMatchObject({
    ...{ ...given, jurisdiction: 'us', domain: 'cards.acme.test', landing: 'product' },
  })
})

test('an empty answer is kept, and one account is not asked for', async () => {
  const { answers, shown, unanswered } = await answer(
    [],
    [
      ['Email address of the administrator: ', 'ada@acme.test'],
      ['or none for anywhere? [eu] ', ''],
      ['(empty for workers.dev): ', ''],
      ['? [sign-in] ', ''],
    ],
  )
  expect(unanswered).toEqual([])
  expect(shown).not.toContain('Which account')
  expect(answers).toMatchObject({ email: 'ada@acme.test', jurisdiction: '', domain: '' })
})

test('what the options say is not asked for', async () => {
  const place = ['--location', 'weur', '--domain', 'cards.acme.test', '--landing', 'acme']
  const args = ['--email', 'ada@acme.test', ...place]
  const { answers, shown } = await answer([...args, '--account', 'Acme 1'], [], { accounts })
  expect(shown).toBe('')
  expect(answers).toMatchObject({ location: 'weur', domain: 'cards.acme.test' })
})

test('the product page is offered only where visitors may register', async () => {
  const options = ['--email', 'ada@acme.test', '--domain', '', '--location', 'weur']
  const { shown } = await answer(options, [['sign-in or the slug of a card? [sign-in] ', '']], {
    vars: { REGISTRATION: 'closed' },
  })
  expect(shown).not.toContain('product')
})
