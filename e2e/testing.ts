/** Helpers for all browser tests: accounts, cards, devices, requests and accessibility checks. */
import { AxeBuilder } from '@axe-core/playwright'
import { type APIRequestContext, devices, expect, type Page } from '@playwright/test'
import * as z from 'zod/mini'
import { Card, type CardInput } from '../schema/cards/card.ts'
import { User } from '../schema/users/user.ts'
import { origin } from './server.ts'

export const password = 'cardsdemo'

/** Maria's first card. card-counting.spec.ts tests its figures, so visits by other tests must be `uncounted`. */
export const adaId = 4

/**
 * Slugs of sample cards: the fullest one, a dark theme, an animated theme and an unknown theme. card/themes.test.ts checks the
 * contrast of every theme.
 */
export const sampleSlugs = ['ada', 'devon', 'kai', 'leyla']

const { userAgent: ofIphone } = devices['iPhone 14']
const { userAgent: ofAndroid } = devices['Pixel 7']
const phone = { viewport: { width: 390, height: 844 }, isMobile: true, hasTouch: true }
export const iphone = { ...phone, userAgent: ofIphone }
export const android = { ...phone, userAgent: ofAndroid }
export const desktop = { viewport: { width: 1440, height: 900 } }

/** Signs in through the API; the session belongs to the request context, and to its pages if it has any. */
export async function signIn(
  request: APIRequestContext,
  username: string,
  word = password,
): Promise<void> {
  const response = await request.post('/api/login', { data: { username, password: word } })
  expect(response.status()).toBe(200)
}

/** Registers a new user, signs the request context in, and returns their card. */
export async function makeCard(
  request: APIRequestContext,
  fields: Partial<CardInput> = {},
): Promise<Card> {
  const username = `journey-${crypto.randomUUID().slice(0, 12)}`
  const registered = await request.post('/api/register', {
    data: { username, password, email: `${username}@journeys.example`, fullName: 'Jo Ney' },
  })
  expect(registered.status()).toBe(201)
  const { id } = User.parse(await registered.json())
  const [card] = z.array(Card).parse(await read(request, `/api/business-cards/user/${id}`))
  if (!card) throw new Error('The new account has no card.')
  return saveCard(request, card, fields)
}

/** Saves the card with some fields changed, and returns it as stored. */
export async function saveCard(
  request: APIRequestContext,
  { id }: { id: number },
  fields: Partial<CardInput>,
): Promise<Card> {
  const card = Card.parse(await read(request, `/api/business-cards/${id}`))
  const response = await request.put(`/api/business-cards/${id}`, { data: { ...card, ...fields } })
  expect(response.status(), await response.text()).toBe(200)
  return Card.parse(await response.json())
}

/** Gets JSON; expects status 200. */
export async function read(request: APIRequestContext, path: string): Promise<unknown> {
  const response = await request.get(path)
  expect(response.status(), path).toBe(200)
  return response.json()
}

/** Mocks the event requests of a page, so that its visits are not counted. */
export async function uncounted(page: Page): Promise<void> {
  await page.route(/\/api\/card-(?:views|clicks|saves)$/, (route) => route.fulfill({ status: 202 }))
}

/** An exchange form like the one of Ada's card. */
export const adaForm = {
  fields: [
    { key: 'name' as const, label: null, required: true },
    { key: 'email' as const, label: null, required: true },
    { key: 'message' as const, label: null, required: false },
  ],
  consent: 'I agree that Studio Lindqvist keeps these details.',
  thanks: 'Thank you for your details. I will write to you this week.',
}

/** Opens the folded exchange form of a card's page. */
export function openForm(page: Page): Promise<void> {
  return page.getByText('Exchange contact', { exact: true }).click()
}

/**
 * Resolves when the script has run that a card's page loads when it is idle, or on the first interaction: without it the
 * browser submits the form.
 */
export async function cardScript(page: Page): Promise<void> {
  await page.evaluate(async () => {
    await import(`${location.origin}/assets/card.js`)
  })
}

/** Expects that the page does not scroll sideways. */
export async function expectNoOverflow(page: Page, where?: string): Promise<void> {
  const width = page.viewportSize()?.width ?? 0
  // The layout of the former width may still be there.
  const contentWidth = () => page.evaluate(() => document.documentElement.scrollWidth)
  await expect.poll(contentWidth, where).toBeLessThanOrEqual(width)
}

/** The number of requests in the retry queue of a card's page. */
export function countQueued(page: Page): Promise<number> {
  return page.evaluate(() => Object.keys(localStorage).filter((key) => key[0] === '{').length)
}

/** Mocks every other origin with an empty page, and returns the requested URLs. */
export async function mockThirdParties(page: Page): Promise<string[]> {
  const requests: string[] = []
  await page.context().route(
    (url) => url.protocol.startsWith('http') && url.origin !== origin,
    (route) => {
      requests.push(route.request().url())
      return route.fulfill({ status: 200, contentType: 'text/html', body: '<p>Elsewhere</p>' })
    },
  )
  return requests
}

/** Resolves when transitions have ended: in the middle of one, colors have less contrast. */
async function changed(page: Page): Promise<void> {
  await page.evaluate(async () => {
    const finite = document
      .getAnimations()
      .filter(({ effect }) => effect?.getComputedTiming().endTime !== Number.POSITIVE_INFINITY)
    await Promise.allSettled(finite.map(({ finished }) => finished))
  })
}

/** Violations of WCAG 2.2, level AA, of best practices and of experimental rules that axe detects in the page. */
export async function violations(page: Page): Promise<string[]> {
  const tags = [
    'wcag2a',
    'wcag2aa',
    'wcag21a',
    'wcag21aa',
    'wcag22aa',
    'best-practice',
    'experimental',
  ]
  // Its 600 kB are sent and compiled once per document. There is no frame of ours.
  const isLoaded = await page.evaluate(() => 'axe' in window)
  const source = isLoaded ? { axeSource: 'undefined' } : {}
  // The default mode opens a new page each time for cross-origin frames, which we do not check.
  // Left out: the elements before and after Radix's toasts that take the focus to pass it on.
  const axe = new AxeBuilder({ page, ...source })
    .setLegacyMode()
    .exclude('span[tabindex="0"][style*="clip: rect"]')
  // While a dialog is open, only it can be used; what is behind it was on the screen before.
  const dialogs = '[role="dialog"], [role="alertdialog"], dialog[open]'
  if ((await page.locator(dialogs).filter({ visible: true }).count()) > 0) axe.include(dialogs)
  // Without `resultTypes` axe also describes passed rules, which takes as long as the rules themselves.
  axe.options({ runOnly: { type: 'tag', values: tags }, resultTypes: ['violations'] })
  await changed(page)
  const { violations } = await axe.analyze()
  return violations.flatMap(({ id, nodes }) => nodes.map(({ html }) => `${id}: ${html}`))
}
