/** The questions of `npm run setup`, at a terminal. */
import { createInterface } from 'node:readline/promises'
import { listAccounts } from './set-up.ts'
import { type Answers, settingError } from './settings.ts'
import type { Wrangler } from './wrangler.ts'

type Terminal = { input: NodeJS.ReadableStream; output: NodeJS.WritableStream }

type Question = 'account' | 'email' | 'domain' | 'jurisdiction' | 'landing'

/** Asks for what the options leave open, and again after a wrong answer. */
export async function ask(
  options: Answers,
  { wrangler, input, output }: Terminal & { wrangler: Wrangler },
): Promise<Answers> {
  const terminal = createInterface({ input, output })
  const answers = { ...options }
  const front = answers.canRegister ? 'sign-in, product or the slug' : 'sign-in or the slug'
  const questions: [Question, string][] = [
    ['account', await accountQuestion(wrangler)],
    ['email', 'Email address of the administrator: '],
    ['jurisdiction', 'Keep the data in eu, us or fedramp, or none for anywhere? [eu] '],
    ['domain', 'Host name of the cards, in a zone of this account (empty for workers.dev): '],
    ['landing', `What should its address open: ${front} of a card? [sign-in] `],
  ]
  for (const [key, question] of questions) {
    const isSettled = key === 'jurisdiction' && (answers.location || answers.configured)
    while (question && !isSettled && answers[key] === undefined) {
      const answer = (await terminal.question(question)).trim()
      const error = settingError(key, answer)
      if (error) output.write(`${error}\n`)
      else answers[key] = answer
    }
  }
  terminal.close()
  return answers
}

// With one account there is nothing to ask.
async function accountQuestion(wrangler: Wrangler): Promise<string> {
  const accounts = await listAccounts({ wrangler })
  if (accounts.length < 2 || process.env.CLOUDFLARE_ACCOUNT_ID) return ''
  return `${accounts.map(({ id, name }) => `  ${id}  ${name}`).join('\n')}\nWhich account (id or name)? `
}
