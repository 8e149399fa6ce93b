import { createExecutionContext } from 'cloudflare:test'
import { env } from 'cloudflare:workers'
import { expect, test } from 'vitest'
import { revalidateAfterMs } from '../http/endpoint.ts'
import worker from '../index.ts'
import { type AccessFixtures, makeAccessFixtures } from '../testing/access-fixtures.ts'
import { origin, signIn } from '../testing/app.ts'
import { advanceClock } from '../testing/clock.ts'
import { makeEvent } from '../testing/events.ts'
import { recordEvents } from '../tracking/record.ts'

type Download = { what: string; path: (scene: AccessFixtures) => string; byToken?: true }

const figures = ({ card }: AccessFixtures) => `/api/analytics/${card.id}/export?section=views`
const downloads: Download[] = [
  { what: 'the account', path: () => '/api/account/export' },
  { what: 'the inbox', path: ({ card }) => `/api/business-cards/${card.id}/submissions.csv` },
  { what: 'figures', path: figures },
  { what: 'figures for a program', path: figures, byToken: true },
]

/** Starts a download and reads only its first chunk. */
async function begin({ path, byToken }: Download) {
  const scene = await makeAccessFixtures(3)
  await recordEvents(env, [makeEvent({ cardId: scene.card.id })])
  const headers: Record<string, string> = byToken
    ? { Authorization: `Bearer ${scene.token.token}` }
    : { Cookie: scene.owner.cookie }
  const request = new Request<unknown, IncomingRequestCfProperties>(`${origin}${path(scene)}`, {
    headers,
  })
  const response = await worker.fetch(request, { ...env }, createExecutionContext())
  expect(response.status).toBe(200)
  const reader = response.body?.getReader() ?? expect.fail('no body')
  expect((await reader.read()).value?.length).toBeGreaterThan(0)
  return { scene, rest: () => readAll(reader) }
}

async function readAll(reader: ReadableStreamDefaultReader<Uint8Array>): Promise<number> {
  let length = 0
  for (;;) {
    const { value, done } = await reader.read()
    if (done) return length
    length += value.length
  }
}

const admin = await signIn(5)

test.each(downloads)(
  'a stalled download of $what is aborted once the level is lowered',
  async (download) => {
    const { scene, rest } = await begin(download)
    const path = `/api/users/${scene.owner.user.id}`
    expect((await admin.request('PATCH', path, { accessLevel: 1 })).status).toBe(200)
    advanceClock(revalidateAfterMs / 1000 + 1)
    await expect(rest()).rejects.toThrow('The session that started this download has ended')
  },
)

test.each(downloads)(
  'a stalled download of $what continues if nothing changes',
  async (download) => {
    const { rest } = await begin(download)
    advanceClock(revalidateAfterMs / 1000 + 1)
    expect(await rest()).toBeGreaterThan(0)
  },
)
