import { env } from 'cloudflare:workers'
import { expect, test, vi } from 'vitest'
import * as z from 'zod/mini'
import { app } from '../app.ts'
import { callsOf } from '../operations/api-docs/openapi.ts'
import { runJobs } from '../operations/cron.ts'
import { origin, signIn } from '../testing/app.ts'
import { RequestLine } from '../testing/request-lines.ts'

/** Personal data, in every place where a request can contain it. */
const marks = {
  address: '203.0.113.77',
  email: 'grace.hopper@navy.test',
  name: 'Grace Brewster',
  query: 'wherefrom',
  token: 'b'.repeat(43),
  agent: 'NavyBrowser',
}

const FailureLine = z.strictObject({
  at: z.string(),
  requestId: z.optional(z.string()),
  job: z.optional(z.string()),
  action: z.optional(z.string()),
  id: z.optional(z.number()),
  error: z.optional(z.string()),
  reason: z.optional(z.string()),
})

const bodies = {
  username: marks.email,
  password: marks.token,
  email: marks.email,
  fullName: marks.name,
  name: marks.name,
  slug: 'grace-hopper',
  theme: 'tech',
  userId: 1,
  accessLevel: 1,
  cardId: 1,
  clientId: crypto.randomUUID(),
  formData: { name: marks.name, email: marks.email },
  token: marks.token,
  code: '123456',
}

function marked(example: object): object {
  const known = Object.entries(bodies).filter(([key]) => key in example)
  return { ...example, ...Object.fromEntries(known) }
}

// A database error contains the failed statement, and drizzle adds its values.
const statement = { bind: () => statement, all: fails, run: fails, first: fails, raw: fails }
const failing = {
  prepare: () => statement,
  batch: fails,
  withSession: () => failing,
  exec: fails,
  dump: fails,
}

async function fails(): Promise<never> {
  throw new Error('no such table: something')
}

function captureLogs() {
  const spies = (['error', 'warn', 'log', 'info'] as const).map((level) =>
    vi.spyOn(console, level).mockImplementation(() => {}),
  )
  return () => {
    const lines = spies.flatMap((spy) => spy.mock.calls.map((call) => call.map(String).join(' ')))
    for (const spy of spies) spy.mockRestore()
    return lines
  }
}

/**
 * Calls every route while the database fails after `healthy` statements; returns the responses and the logged lines.
 */
async function failEverywhere(cookie: string, healthy: number) {
  const takeLines = captureLogs()
  const responses: Response[] = []
  for (const { method, path, declaration } of callsOf(app.routes)) {
    const { body: contract, example = {} } = declaration
    let left = healthy
    const DB = new Proxy(env.DB, {
      get: (db, name) => {
        const found: unknown = Reflect.get(left-- > 0 ? db : failing, name)
        return typeof found === 'function' ? found.bind(db) : found
      },
    })
    const url = `${origin}${path.replace(/:\w+/g, '1').replace('*', 'x')}?${marks.query}=${marks.email}`
    const request = new Request(url, {
      method,
      headers: {
        Cookie: `${cookie}; dev=${marks.token}`,
        'CF-Connecting-IP': marks.address,
        'CF-Ray': marks.name.replace(' ', '-'),
        'User-Agent': marks.agent,
        ...(contract ? { 'Content-Type': 'application/json' } : {}),
      },
      body: contract ? JSON.stringify(marked(example)) : undefined,
    })
    const waiting: Promise<unknown>[] = []
    const context = {
      waitUntil: (work: Promise<unknown>) => void waiting.push(work.catch(() => {})),
      passThroughOnException: () => {},
      props: {},
    }
    responses.push(await app.fetch(request, { ...env, DB }, context))
    await Promise.all(waiting)
  }
  return { responses, lines: takeLines() }
}

test('every failure logs one JSON line without personal data, and the response has its id', async ({
  task,
}) => {
  const { cookie } = await signIn(5, { fullName: marks.name, email: marks.email })
  const runs = [await failEverywhere(cookie, 0), await failEverywhere(cookie, 3)]
  const lines = runs.flatMap((run) => run.lines)
  const responses = runs.flatMap((run) => run.responses)
  const isRequest = (line: string) => line.startsWith('{"at":"request"')
  const requests = lines.filter(isRequest).map((line) => RequestLine.parse(JSON.parse(line)))
  expect(requests.map(({ status }) => status)).toEqual(responses.map(({ status }) => status))
  const failures = lines.filter((line) => !isRequest(line))
  expect(failures.length).toBeGreaterThan(40)
  const logged = failures.map((line) => FailureLine.parse(JSON.parse(line)))
  for (const line of lines) {
    expect(line).not.toContain('params: ')
    for (const [what, mark] of Object.entries({ ...marks, cookie }))
      expect(line.toLowerCase(), what).not.toContain(mark.toLowerCase())
  }
  const ids = new Set(logged.flatMap(({ requestId }) => requestId ?? []))
  const broken = responses.filter(({ status }) => status >= 500)
  expect(broken.length).toBeGreaterThan(40)
  for (const response of broken.filter(({ status }) => status === 500)) {
    const id = response.headers.get('X-Request-Id') ?? ''
    expect(await response.text()).toMatch(new RegExp(`include this ID: ${id}$`))
    expect(ids).toContain(id)
  }
  task.meta.proves = {
    what: 'log lines of failing calls without personal data',
    cases: lines.length,
  }
})

test('a failed job logs one line, too', async () => {
  const takeLines = captureLogs()
  const step = async () =>
    env.DB.prepare(`select * from nothing where email = '${marks.email}'`).all()
  const rhythm = { everyMs: 60_000, afterMs: 0, leaseMs: 0, retryMs: 0 }
  await runJobs(env, Date.now(), { list: { broken: { rhythm, step } } })
  const [line = '', ...others] = takeLines()
  expect(others).toEqual([])
  expect(FailureLine.parse(JSON.parse(line))).toMatchObject({ at: 'cron', job: 'broken' })
  expect(line).not.toContain(marks.email)
})
