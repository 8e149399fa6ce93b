import { expect, onTestFinished, test, vi } from 'vitest'
import {
  accessSteps,
  calls,
  makeScenes,
  sessionError,
  signedInCalls,
  targetedRequest,
} from '../testing/access-steps.ts'
import {
  accessRows,
  boundaryCasesOf,
  casesOf,
  keyOf,
  lowestLevel,
} from '../testing/access-table.ts'
import { makeUser } from '../testing/app.ts'
import { declarations } from '../testing/declarations.ts'
import { type Step, startWalk } from '../testing/walk.ts'
import type { Declaration } from './declaration.ts'

// Registration is closed without the first user.
await makeUser({ id: 1, accessLevel: 5 })
const { walk, walkWithoutWrites } = startWalk()

test('every route has rows in trust/access.csv, every row has a route, and no row is repeated', () => {
  const named = accessRows.map(({ key, kind, whose }) => `${key} ${kind} ${whose}`)
  expect(named.filter((name, at) => named.indexOf(name) !== at)).toEqual([])
  const routes = calls.map(keyOf)
  expect([...new Set(accessRows.map(({ key }) => key))].sort()).toEqual(routes.sort())
})

test('every endpoint declares the level in trust/access.csv', ({ task }) => {
  const differences = calls
    .map(keyOf)
    .filter((key) => declarations[key]?.access !== lowestLevel(key))
  expect(differences).toEqual([])
  task.meta.proves = { what: 'policy levels compared with trust/access.csv', cases: calls.length }
})

test('every route responds as in trust/access.csv at the levels where its response changes', async ({
  task,
}) => {
  // `walk.long.test.ts` has the others.
  const cases = calls.flatMap(boundaryCasesOf)
  const { refused, accepted } = await accessSteps(makeScenes(), cases)
  expect(await walkWithoutWrites(refused)).toEqual([])
  expect(await walk(accepted)).toEqual([])
  task.meta.proves = { what: 'routes × levels × owners', cases: cases.length }
})

test('every route refuses a request without a session', async () => {
  const scene = await makeScenes().sceneOf(1)
  const steps = signedInCalls.map((call) => stepWithoutSession(call, scene))
  expect(await walkWithoutWrites(steps)).toEqual([])
})

test('a route whose declared level is removed does not respond as in trust/access.csv', async ({
  task,
}) => {
  // A route that demands a session throws without one.
  const thrown = vi.spyOn(console, 'error').mockImplementation(() => {})
  onTestFinished(() => thrown.mockRestore())
  const scenes = makeScenes()
  const scene = await scenes.sceneOf(1)
  const unnoticed: string[] = []
  for (const call of signedInCalls) {
    const level = Number(call.declaration.access) - 1
    const cases = casesOf(call).filter((one) => one.level === level && one.answer === '403')
    const { refused } = await accessSteps(scenes, cases.slice(0, 1))
    const [step = stepWithoutSession(call, scene)] = refused
    if (!(await isNoticed(step, levelBelow(call.declaration.access)))) unnoticed.push(step.key)
  }
  expect(unnoticed).toEqual([])
  task.meta.proves = { what: 'policy levels removed and detected', cases: signedInCalls.length }
})

function stepWithoutSession(
  call: (typeof calls)[number],
  scene: Parameters<typeof targetedRequest>[1],
): Step {
  const request = targetedRequest(call, scene)
  return {
    key: keyOf(call),
    what: 'without a session',
    request: () => request,
    errorOf: sessionError,
  }
}

/** Whether the response to the step has an error while the policy has this level for the call. */
async function isNoticed(step: Step, access: Declaration['access']): Promise<boolean> {
  const row = declarations[step.key]
  if (!row) throw new Error('There is no such row')
  const before = row.access
  const errors: (string | undefined)[] = []
  row.access = access
  try {
    await walk([{ ...step, errorOf: (answer) => void errors.push(step.errorOf(answer)) }])
  } finally {
    row.access = before
  }
  return errors.some(Boolean)
}

function levelBelow(access: Declaration['access']): Declaration['access'] {
  const all: Declaration['access'][] = ['anyone', 1, 2, 3, 4, 5]
  return all[all.indexOf(access) - 1] ?? 'anyone'
}
