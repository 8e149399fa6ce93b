/** What the journeys of the owner's app share: a page that reports its troubles, quick sign-in, accounts to spoil. */
import { randomInt, randomUUID } from 'node:crypto'
import { type APIRequestContext, test as base, expect, type Page } from '@playwright/test'
import { confirmAddress } from './letters.ts'
import { origin } from './server.ts'
import { enter, password } from './testing.ts'

export const phone = { viewport: { width: 390, height: 844 }, hasTouch: true, isMobile: true }

/** What is done for every page of these journeys, and an administrator for what is not done in the browser. */
export const test = base.extend<
  { firstVisit: boolean; troubles: string[] },
  { admin: APIRequestContext }
>({
  /** With `true` the install guide opens, as it does for a newcomer. */
  firstVisit: [false, { option: true }],
  // The server counts attempts by address; journeys must not use up each other's.
  extraHTTPHeaders: async ({ baseURL: _ }, use) => use(newAddress()),
  troubles: async ({ baseURL: _ }, use) => {
    const troubles: string[] = []
    await use(troubles)
    expect(troubles, 'errors, refusals by the CSP and requests to third parties').toEqual([])
  },
  page: async ({ page, firstVisit, troubles }, use) => {
    if (!firstVisit)
      await page.addInitScript(() => localStorage.setItem('hasSeenInstallGuide', 'true'))
    await watch(page, troubles)
    await use(page)
  },
  // One of their own: a user's oldest session ends when there are more than 20, and many sign in as the demo's.
  admin: [
    async ({ playwright }, use) => {
      const extraHTTPHeaders = newAddress()
      const context = await playwright.request.newContext({ baseURL: origin, extraHTTPHeaders })
      await enter(context, 'admin')
      await enter(context, (await newPerson(context, 5)).username)
      await use(context)
      await context.dispose()
    },
    { scope: 'worker' },
  ],
})

export type Person = { id: number; username: string; email: string; slug: string }

/** An account of its own for a journey that changes something; it has one card, at `slug`. */
export async function newPerson(admin: APIRequestContext, accessLevel = 1): Promise<Person> {
  const username = `journey-${randomUUID().slice(0, 8)}`
  const email = `${username}@example.com`
  const fullName = 'Robin Vale'
  const answer = await admin.post('/api/users', {
    data: { username, email, fullName, password, accessLevel, cardSlug: username },
  })
  expect(answer.status(), await answer.text()).toBe(201)
  return { id: (await answer.json()).id, username, email, slug: username }
}

/** Somebody new, signed in, with their first card. */
export async function newOwner(page: Page, admin: APIRequestContext, accessLevel = 2) {
  const person = await newPerson(admin, accessLevel)
  const [card] = await (await admin.get(`/api/business-cards/user/${person.id}`)).json()
  await enter(page.request, person.username)
  await confirmAddress(page.request, person.email)
  return { ...person, cardId: Number(card.id) }
}

export async function newCard(admin: APIRequestContext, userId: number, name: string) {
  const slug = `journey-${randomUUID().slice(0, 8)}`
  const answer = await admin.post('/api/business-cards', { data: { userId, slug, name } })
  expect(answer.status(), await answer.text()).toBe(201)
  return { id: Number((await answer.json()).id), slug }
}

/** The toast with this title, while it shows. */
export function toast(page: Page, title: string) {
  return page
    .getByRole('region', { name: 'Notifications' })
    .locator('.toast')
    .filter({ has: page.getByText(title, { exact: true }) })
}

/** Leads to another page of the app as a link does, without loading it all anew. */
export async function goWithin(page: Page, path: string) {
  await page.evaluate((to) => {
    history.pushState(null, '', to)
    dispatchEvent(new PopStateEvent('popstate'))
  }, path)
}

/** From here on only `page.clock.runFor` moves the page's time; its clock must be installed. */
export async function stopClock(page: Page) {
  await page.clock.pauseAt(await page.evaluate(() => Date.now() + 1000))
}

export function newAddress() {
  return { 'CF-Connecting-IP': `10.${randomInt(256)}.${randomInt(256)}.1` }
}

async function watch(page: Page, troubles: string[]) {
  await page.addInitScript(() => {
    document.addEventListener('securitypolicyviolation', (event) => {
      console.error(`CSP: ${event.violatedDirective} refuses ${event.blockedURI}`)
    })
  })
  page.on('console', (message) => {
    // The browser's own line on an answer of 400 or above: what to say then is what a journey looks at.
    if (message.text().startsWith('Failed to load resource')) return
    // The configuration keeps service workers out of all journeys but those of the installed app.
    if (message.text().startsWith('Service Worker registration blocked')) return
    if (['error', 'warning'].includes(message.type())) troubles.push(message.text())
  })
  page.on('pageerror', (error) => troubles.push(error.message))
  page.on('request', (request) => {
    const url = new URL(request.url())
    if (url.protocol.startsWith('http') && url.origin !== origin) troubles.push(url.href)
  })
}
