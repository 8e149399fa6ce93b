/** What several journeys need: accounts, signing in, phones and desktops, cards of their own, letters sent. */
import { AxeBuilder } from '@axe-core/playwright'
import { type APIRequestContext, devices, expect, type Page } from '@playwright/test'
import * as z from 'zod/mini'
import { Card, type CardInput } from '../schema/card.ts'
import { User } from '../schema/user.ts'
import { origin } from './server.ts'

export const password = 'cardsdemo'

/** Maria's first card. What is counted on it belongs to card-counting.spec.ts: other visits to it are `uncounted`. */
export const adaId = 4

export const slugs = 'alex holloway amara kai leyla alice devon ben ada camille zuri haruka'.split(
  ' ',
)

/** With `LONG=1` every variant is walked, which takes half as long again; without it those that say most. */
export const isLong = process.env.LONG === '1'

/** The cards that a journey looks at one after the other: the fullest, a dark one, one that moves, the theme nobody knows. */
export const looked = isLong ? slugs : ['ada', 'devon', 'kai', 'leyla']

const { userAgent: ofIphone } = devices['iPhone 14']
const { userAgent: ofAndroid } = devices['Pixel 7']
const phone = { viewport: { width: 390, height: 844 }, isMobile: true, hasTouch: true }
export const iphone = { ...phone, userAgent: ofIphone }
export const android = { ...phone, userAgent: ofAndroid }
export const desktop = { viewport: { width: 1440, height: 900 } }

/** Signs in without a screen; the session is the request context's, and that of its pages if it has any. */
export async function enter(
  request: APIRequestContext,
  username: string,
  word = password,
): Promise<void> {
  const answer = await request.post('/api/login', { data: { username, password: word } })
  expect(answer.status()).toBe(200)
}

/** A new account with a card of its own that nobody else visits; the request context is then signed in as it. */
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

/** Saves the card with some fields changed; answers with what is stored. */
export async function saveCard(
  request: APIRequestContext,
  { id }: { id: number },
  fields: Partial<CardInput>,
): Promise<Card> {
  const card = Card.parse(await read(request, `/api/business-cards/${id}`))
  const answer = await request.put(`/api/business-cards/${id}`, { data: { ...card, ...fields } })
  expect(answer.status(), await answer.text()).toBe(200)
  return Card.parse(await answer.json())
}

/** The JSON at an address, which must answer with 200. */
export async function read(request: APIRequestContext, path: string): Promise<unknown> {
  const answer = await request.get(path)
  expect(answer.status(), path).toBe(200)
  return answer.json()
}

/** Takes a page's tracking posts here, so that a visit made only to look leaves the figures alone. */
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

/** Answers for every host but ours with an empty page, and tells which addresses were asked for. */
export async function strangers(page: Page): Promise<string[]> {
  const asked: string[] = []
  await page.context().route(
    (url) => url.protocol.startsWith('http') && url.origin !== origin,
    (route) => {
      asked.push(route.request().url())
      return route.fulfill({ status: 200, contentType: 'text/html', body: '<p>Elsewhere</p>' })
    },
  )
  return asked
}

/** What in the page breaks a rule of WCAG 2.2, level AA, that a machine can check. */
export async function violations(page: Page): Promise<string[]> {
  const tags = ['wcag2a', 'wcag2aa', 'wcag21a', 'wcag21aa', 'wcag22aa']
  // The other mode opens a page of its own each time, for frames of other origins, which we do not check.
  const axe = new AxeBuilder({ page }).setLegacyMode()
  // Without the last, what passes is described too, which takes as long as the rules themselves.
  axe.options({ runOnly: { type: 'tag', values: tags }, resultTypes: ['violations'] })
  const { violations } = await axe.analyze()
  return violations.flatMap(({ id, nodes }) => nodes.map(({ html }) => `${id}: ${html}`))
}
