/** Fixtures of the journeys: the engine of the project, a visitor, and a gateway that can go offline. */
import { mkdirSync, writeFileSync } from 'node:fs'
import { type APIRequestContext, test as base, expect } from '@playwright/test'
import type { Card, CardInput } from '../../schema/cards/card.ts'
import { User } from '../../schema/users/user.ts'
import { folder } from '../server.ts'
import { makeCard, password, read } from '../testing.ts'
import { startFirefox } from './firefox.ts'
import { type Gateway, openGateway } from './gateway.ts'
import type { EngineName } from './installed.ts'
import type { Engine, Visitor, VisitorOptions } from './visitor.ts'
import { startWebkit } from './webkit.ts'

type Fixtures = {
  gateway: Gateway
  /** Opens a browser window with storage of its own; the one before is closed. */
  arrive: (options?: Partial<VisitorOptions>) => Promise<Visitor>
  /** Saves a screenshot of the visitor's window to test-results. */
  look: (visitor: Visitor, name: string) => Promise<void>
}

export type EngineOptions = { engineName: EngineName; enginePath: string }

const start = { Firefox: startFirefox, WebKitGTK: startWebkit }

export const test = base.extend<Fixtures, EngineOptions & { engine: Engine }>({
  engineName: ['Firefox', { option: true, scope: 'worker' }],
  enginePath: ['', { option: true, scope: 'worker' }],
  engine: [
    async ({ engineName, enginePath }, use) => {
      const engine = await start[engineName](enginePath)
      await use(engine)
      await engine.close()
    },
    { scope: 'worker' },
  ],
  gateway: async ({ baseURL: _ }, use) => {
    const gateway = await openGateway()
    await use(gateway)
    gateway.close()
  },
  arrive: async ({ engine, gateway }, use) => {
    let visitor: Visitor | undefined
    await use(async (options) => {
      await visitor?.close()
      visitor = await engine.newVisitor({ origin: gateway.origin, size: 'phone', ...options })
      return visitor
    })
    await visitor?.close()
  },
  look: async ({ engineName }, use) => {
    const shots = `${folder}/engines`
    mkdirSync(shots, { recursive: true })
    await use(async (visitor, name) =>
      writeFileSync(`${shots}/${name}-${engineName.toLowerCase()}.png`, await visitor.screenshot()),
    )
  },
})

/** Registers an owner with one card, and returns both. The request context is theirs. */
export async function newOwner(
  request: APIRequestContext,
  fields: Partial<CardInput> = {},
): Promise<{ username: string; card: Card }> {
  const card = await makeCard(request, fields)
  const { username } = User.parse(await read(request, '/api/user'))
  return { username, card }
}

/** Signs the visitor in without the form, and skips the install guide. */
export async function signInAs(visitor: Visitor, username: string): Promise<void> {
  await visitor.open('/auth')
  const body = JSON.stringify({ username, password })
  const status = await visitor.run(`
    localStorage.hasSeenInstallGuide = 'true'
    const headers = { 'Content-Type': 'application/json' }
    const body = ${JSON.stringify(body)}
    return (await fetch('/api/login', { method: 'POST', headers, body })).status`)
  expect(status).toBe(200)
}

/** The visible text of the first match; empty if there is none. */
export function textOf(visitor: Visitor, selector: string): Promise<unknown> {
  return visitor.run(
    `return document.querySelector(${JSON.stringify(selector)})?.innerText.trim() ?? ''`,
  )
}

/** Waits until nothing has loaded and the page has kept its height for a second: what loads late moves the buttons. */
export async function untilLoaded(visitor: Visitor): Promise<void> {
  const state = () =>
    visitor.run(
      'return [performance.getEntriesByType("resource").length, document.body.scrollHeight].join()',
    )
  let last: unknown
  const isSame = async () => {
    const before = last
    last = await state()
    return last === before
  }
  await expect.poll(isSame, { intervals: [1000] }).toBe(true)
}

/** Loads the script of a card, which loads on the first interaction, or when the page is idle. */
export async function loadScript(visitor: Visitor): Promise<void> {
  await visitor.run('dispatchEvent(new KeyboardEvent("keydown"))')
  await visitor.run('await import("/assets/card.js")')
}

/** Asserts that nothing is wider than the window, and that no picture failed to load. */
export async function expectLaidOut(visitor: Visitor): Promise<void> {
  const faults = await visitor.run(`
    await Promise.all([...document.images].filter((image) => image.loading !== 'lazy').map((image) => image.decode().catch(() => {})))
    const broken = [...document.images].filter((image) => image.complete && !image.naturalWidth)
    const wide = document.documentElement.scrollWidth > innerWidth
    return [...broken.map(({ src }) => src), ...(wide ? ['wider than the window'] : [])]`)
  expect(faults).toEqual([])
}
