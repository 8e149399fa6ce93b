/** Runs a scenario with faults at its binding calls, and returns what they break. Only tests import this. */
import { expect, onTestFinished, vi } from 'vitest'
import { differsFrom, type UsualAnswers } from './fault-answers.ts'
import {
  type Fault,
  faultyBindings,
  type Injection,
  isReadOnly,
  withFaults,
} from './fault-bindings.ts'
import { makeFixtures } from './fault-fixtures.ts'
import { type FinalState, type Installation, prepareRun } from './fault-run.ts'
import { type Scenario, visitors } from './fault-scenarios.ts'
import { accounts } from './fault-scenarios-accounts.ts'
import { cards, users } from './fault-scenarios-cards.ts'
import { contacts } from './fault-scenarios-contacts.ts'
import { background, teams } from './fault-scenarios-jobs.ts'
import { reports } from './fault-scenarios-reports.ts'
import { takeSnapshot } from './snapshot.ts'

export const allScenarios = [
  visitors,
  accounts,
  cards,
  contacts,
  users,
  teams,
  reports,
  background,
].flat()

const frequent = new Set(['a view', 'a card saved', 'a changed email', 'a user deleted'])
/** One of each kind: a visitor's, an owner's, a user's and an administrator's. */
export const frequentScenarios = allScenarios.filter(({ name }) => frequent.has(name))

export function makeInstallation(): Promise<Installation> {
  return withFaults(faultyBindings(), undefined, async () => {
    const fixtures = await makeFixtures()
    return { fixtures, snapshot: await takeSnapshot() }
  })
}

/**
 * Injects each of these faults at each binding call, one at a time: the integrity checks of `npm run fsck` must pass,
 * and a retry of the request must succeed. After a lost response of a database the answer must be the usual one, too.
 */
export async function injectFaults(
  installation: Installation,
  scenario: Scenario,
  faults: readonly Fault[],
): Promise<{ wrong: string[]; cases: number }> {
  muteConsole()
  const { usual, answers, calls } = await runWithoutFault(installation, scenario)
  const wrong: string[] = []
  let cases = 0
  for (const { at, name } of selectCalls(calls))
    for (const fault of faults.filter((one) => one !== 'repeat' || !isReadOnly(name))) {
      cases += 1
      const found = await findErrors(
        { installation, scenario, usual, answers },
        { at, fault, name },
      )
      wrong.push(...found.map((what) => `${fault} at ${at}, ${name}: ${what}`))
    }
  return { wrong, cases }
}

/** Runs the scenario while each kind of write loses its first response: neither answer nor state may differ from the usual. */
export async function loseResponses(
  installation: Installation,
  scenario: Scenario,
): Promise<string[]> {
  muteConsole()
  const { usual, answers } = await runWithoutFault(installation, scenario)
  const injection = { at: 'each write', fault: 'after', name: 'DB each write' } as const
  return findErrors({ installation, scenario, usual, answers }, injection)
}

// A backup stores a file per table: the first and last iterations of a loop stand for the others.
const maxRepeats = 20
const testedEachEnd = 3

function selectCalls(calls: string[]): { at: number; name: string }[] {
  const numbered = calls.map((name, at) => ({ at, name }))
  const turns = [...Map.groupBy(numbered, ({ name }) => name).values()]
  return turns
    .flatMap((same) =>
      same.length > maxRepeats
        ? [...same.slice(0, testedEachEnd), ...same.slice(-testedEachEnd)]
        : same,
    )
    .sort((a, b) => a.at - b.at)
}

function muteConsole() {
  for (const name of ['error', 'warn'] as const) {
    const spy = vi.spyOn(console, name).mockImplementation(() => {})
    onTestFinished(() => spy.mockRestore())
  }
}

async function runWithoutFault(
  installation: Installation,
  scenario: Scenario,
): Promise<{ usual: FinalState; answers: UsualAnswers; calls: string[] }> {
  const { send } = await prepareRun(installation, scenario)
  const other = await send()
  // The second of two shows what differs from run to run.
  const { send: sendAgain, end } = await prepareRun(installation, scenario)
  const { status, text, calls } = await sendAgain()
  expect([status, text]).toEqual([scenario.status ?? 200, expect.anything()])
  const usual = await end()
  expect(usual.broken).toEqual([])
  return { usual, answers: [other.text, text], calls }
}

type Expected = {
  installation: Installation
  scenario: Scenario
  usual: FinalState
  answers: UsualAnswers
}

async function findErrors(
  { installation, scenario, usual, answers }: Expected,
  injection: Injection & { name: string },
): Promise<string[]> {
  const { status: good = 200, repeatStatuses = {}, work, anyAnswer } = scenario
  const { send, end } = await prepareRun(installation, scenario)
  const wrong: string[] = []
  const first = await send(injection)
  if (first.status !== good && !isPlainRefusal(first))
    wrong.push(`answered ${first.status} ${first.text.slice(0, 60)}`)
  // A lost response of a database is no error for the caller, and changes nothing in the answer.
  const isLost = injection.fault === 'after' && /^(DB|ANALYTICS) /.test(injection.name)
  if (isLost && first.status !== good) wrong.push(`was not repeated: ${first.status}`)
  if (isLost && first.status === good && !anyAnswer && differsFrom(answers, first.text))
    wrong.push(`another answer: ${first.text.slice(0, 200)}`)
  // Cron jobs and the queue are retried in any case.
  if (first.status !== good || work) {
    const second = await send()
    if (second.status !== good && !repeatStatuses[second.status])
      wrong.push(`sent again, answered ${second.status} ${second.text.slice(0, 60)}`)
  }
  const left = await end()
  wrong.push(...left.broken)
  if (scenario.notRepeatable && first.status !== good) return wrong
  if (scenario.lostOnCrash && injection.fault === 'crash') return wrong
  // An email without a link is stored after the change it reports, so a crash in between loses it.
  const ignoresEmails = scenario.emailOptional || injection.fault === 'crash'
  if (!ignoresEmails && String(left.mails) !== String(usual.mails))
    wrong.push(`mails: ${left.mails}`)
  if (left.state !== usual.state) wrong.push(`state: ${difference(usual.state, left.state)}`)
  return wrong
}

/** One sentence, or an error page of the card. */
function isPlainRefusal({ status, text }: { status: number; text: string }): boolean {
  const isPage = text.startsWith('<!doctype html>')
  return (status === 503 || status === 504) && (isPage || /^[^<>{}\n]{1,200}$/.test(text))
}

function difference(before: string, after: string): string {
  const [a, b] = [before.split('\n'), after.split('\n')]
  const removed = a.filter((line) => !b.includes(line))
  const more = b.filter((line) => !a.includes(line))
  const cut = (line = '', other = '') => {
    const from = [...line].findIndex((letter, at) => letter !== other[at])
    return line.slice(Math.max(0, from - 60), from + 60)
  }
  return `${removed.length} gone, ${more.length} more: ${cut(removed[0], more[0])} | ${cut(more[0], removed[0])}`
}
