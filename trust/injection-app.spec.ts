import { expect, type Page } from '@playwright/test'
import { claim, type Hostile, pressAll, type Seen, test } from './browser/hostile.ts'
import { payloads } from './payloads.ts'

const some = payloads.filter(({ id }) => id % 20 === 0)
const pages = Array.from({ length: Math.ceil(payloads.length / 50) }, (_, at) => at + 1)

/** Paths of the app's screens. */
function screensOf({ ids }: Hostile): string[] {
  const card = ids['mixed-0']
  return [
    ...pages.map((page) => `/users?page=${page}`),
    '/users?tab=audit',
    `/inbox/${card}`,
    '/templates',
    '/account?tab=security',
    `/analytics/${card}`,
    `/analytics/${card}?tab=advanced`,
    '/advanced-analytics',
    ...some.flatMap(({ id }) => {
      const one = ids[`mixed-${id}`]
      return [`/card-editor/${one}`, `/mobile-editor/${one}`, `/pocket/${one}`]
    }),
  ]
}

type Walk = { hostile: Hostile; proxy: string; paths: string[]; timeoutMs?: number }

async function walk(page: Page, seen: Seen, { hostile, proxy, paths, timeoutMs = 10_000 }: Walk) {
  const [name = '', value = ''] = hostile.cookie.split('=')
  await page.context().addCookies([
    { name, value, url: proxy },
    { name: 'signed-in', value: '1', url: proxy },
  ])
  await page.addInitScript(() => localStorage.setItem('hasSeenInstallGuide', 'true'))
  for (const path of paths) {
    await page.goto(proxy + path)
    // A screen that a payload broke has no heading.
    await page
      .locator('h1')
      .first()
      .waitFor({ timeout: timeoutMs })
      .catch(() => {})
    await page.waitForLoadState('networkidle', { timeout: timeoutMs }).catch(() => {})
    expect(new URL(page.url()).pathname).not.toBe('/auth')
    for (const odd of await pressAll(page)) seen.odd.add(`${path}: ${odd}`)
  }
  return paths.length
}

for (const [proxy, what] of [
  ['both', 'screens of the app full of payloads, both defenses'],
  ['escaping', 'screens of the app full of payloads, escaping alone'],
] as const)
  test(`${what}: no payload runs`, async ({ page, hostile, seen }) => {
    const paths = screensOf(hostile)
    const screens = await walk(page, seen, { hostile, proxy: hostile.proxies[proxy], paths })
    expect([...seen.ran]).toEqual([])
    expect(seen.blocked).toEqual([])
    expect([...seen.odd]).toEqual([])
    claim(what, screens, '0 ran')
  })

/** The lists, which still render when escaping is off. */
function lists(hostile: Hostile) {
  const paths = ['/users', '/users?tab=audit', `/inbox/${hostile.ids['mixed-0']}`, '/templates']
  return { hostile, paths, timeoutMs: 3000 }
}

/** In the page: makes React's text nodes parse as HTML. */
function disableEscaping() {
  const text = Object.getOwnPropertyDescriptor(Node.prototype, 'textContent')
  Object.defineProperty(Element.prototype, 'textContent', {
    configurable: true,
    get() {
      return text?.get?.call(this)
    },
    set(value) {
      this.innerHTML = value
    },
  })
  const create = document.createTextNode
  document.createTextNode = (value) => {
    if (!/[<>]/.test(value)) return create.call(document, value)
    const node = create.call(document, '')
    queueMicrotask(() => node.parentElement?.insertAdjacentHTML('beforeend', value))
    return node
  }
}

test('screens of the app, policy alone: no payload runs', async ({ page, hostile, seen }) => {
  await page.addInitScript(disableEscaping)
  const screens = await walk(page, seen, { ...lists(hostile), proxy: hostile.proxies.both })
  expect([...seen.ran]).toEqual([])
  expect(seen.blocked.length).toBeGreaterThan(screens)
  const note = `0 ran, ${seen.blocked.length} blocked by the policy`
  claim('screens of the app full of payloads, policy alone', screens, note)
})

test('screens of the app, neither defense: payloads run', async ({ page, hostile, seen }) => {
  await page.addInitScript(disableEscaping)
  await walk(page, seen, { ...lists(hostile), proxy: hostile.proxies.escaping })
  expect(seen.ran.size).toBeGreaterThan(20)
  claim('payloads that run in the app without defenses (control)', seen.ran.size)
})
