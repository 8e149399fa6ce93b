import { expect } from '@playwright/test'
import { claim, type Hostile, openAll, test } from './browser/hostile.ts'
import { payloads } from './payloads.ts'

/** Paths of the pages that the worker renders for a card. */
function pagesOf({ ids }: Hostile, kind: 'mixed' | 'alone', small = false): string[] {
  return payloads.flatMap(({ id }, at) => [
    `/view/${kind}-${id}`,
    // The map is slow to draw, and has only two texts.
    ...(at % 8 === 0 ? [`/embed/map/${ids[`${kind}-${id}`]}`] : []),
    ...(small ? [`/view/${kind}-${id}/thanks`, `/view/paused-${id}`] : []),
  ])
}

for (const [proxy, what] of [
  ['both', 'payloads × fields of a card in Chromium, both defenses'],
  ['escaping', 'payloads × fields of a card in Chromium, escaping alone'],
] as const)
  test(`${what}: no payload runs`, async ({ page, hostile, seen }) => {
    const paths = pagesOf(hostile, 'mixed', proxy === 'escaping')
    await openAll(page, seen, { proxy: hostile.proxies[proxy], paths })
    expect([...seen.ran]).toEqual([])
    expect(seen.blocked).toEqual([])
    expect([...seen.odd]).toEqual([])
    claim(what, payloads.length * hostile.places, `0 ran in ${paths.length} pages`)
  })

test('every payload in every field of a card, policy alone: no payload runs', async ({
  page,
  hostile,
  seen,
}) => {
  const paths = pagesOf(hostile, 'alone')
  await openAll(page, seen, { proxy: hostile.proxies.policy, paths })
  expect([...seen.ran]).toEqual([])
  expect(seen.blocked.length).toBeGreaterThan(payloads.length / 2)
  const places = payloads.length * hostile.places
  const what = 'payloads × fields of a card in Chromium, policy alone'
  claim(what, places, `0 ran, ${seen.blocked.length} blocked by the policy`)
})

test('every payload in every field of a card, neither defense: payloads run', async ({
  page,
  hostile,
  seen,
}) => {
  const paths = pagesOf(hostile, 'alone')
  await openAll(page, seen, { proxy: hostile.proxies.none, paths })
  const ran = payloads.filter(({ id }) => seen.ran.has(String(id)))
  expect(ran.length).toBeGreaterThan(payloads.length / 3)
  claim('payloads that run without defenses (control)', ran.length, `of ${payloads.length}`)
})
