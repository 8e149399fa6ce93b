import { type APIRequestContext, expect, type Page } from '@playwright/test'
import { type ScreenName, screens } from '../schema/screens.ts'
import { goWithin, newOwner, phone, test } from './app.ts'
import { underInstallButton } from './install-button.ts'
import { expectToFit, untranslated, usePseudoLanguage, widths } from './pseudo-language.ts'
import { desktop, violations } from './testing.ts'

// The landing page is prerendered: it is in English here.
test.use({ ...phone, locale: 'de-DE' })

const promise =
  'the longest texts fit, none is left in English, the install button covers nothing, and no rule of accessibility is broken'

test(`on every screen for visitors ${promise}`, async ({ page }) => {
  test.slow()
  await usePseudoLanguage(page)
  await page.goto('/')
  for (const path of ['/', '/auth', '/auth?panel=create-account', '/auth?panel=forgot-password'])
    await test.step(path, () => look(page, path))
  await test.step('/no/such/page', () => look(page, '/no/such/page'))
})

// In parts, which run side by side.
const parts = 2
for (const part of Array.from({ length: parts }, (_, at) => at))
  test(`on every screen for users ${promise}: part ${part + 1}`, async ({ page, admin }) => {
    test.slow()
    await usePseudoLanguage(page)
    // The first of them leads to another.
    const { editor: _, ...paths } = await pathsFor(page, admin)
    const all = [
      // With a session the first leads to the second.
      ...Object.entries(paths).map(([name, path]) => ({
        path,
        button: name !== 'pocket',
        within: name !== 'auth' && name !== 'dashboard',
      })),
      { path: `${paths.advancedEditor}?tab=buttons` },
      { path: '/account?tab=security' },
      { path: '/pwa-settings?tab=preview' },
      { path: '/users?tab=audit' },
    ]
    await page.goto('/dashboard')
    for (const { path, ...options } of all.filter((_, at) => at % parts === part))
      await test.step(path, () => look(page, path, options))
  })

/**
 * Opens a page and looks at it at every width; `button` is false where the guide has no button. `within` opens it without
 * loading the app again, from a page with another heading.
 */
async function look(page: Page, path: string, { button = true, within = false } = {}) {
  await page.setViewportSize({ width: 390, height: 844 })
  if (within) await goToOtherPage(page, path)
  else await page.goto(path)
  await expect(page.getByRole('heading', { level: 1, includeHidden: true }).first()).toBeAttached()
  await expect(page.locator(':is(.loading, .skeleton, [aria-busy="true"]):visible')).toHaveCount(0)
  const guide = page.locator('.install-button button').filter({ visible: true })
  if (path !== '/') expect(await untranslated(page), path).toEqual([])
  for (const width of widths) {
    await page.setViewportSize({ width, height: width < 768 ? 700 : desktop.viewport.height })
    const where = `${path} at ${width} px`
    await expect(guide, where).toHaveCount(button ? 1 : 0)
    if (button) expect(await underInstallButton(page), where).toEqual([])
    // At the same place on every screen of a phone.
    if (button && width < 768) expect((await guide.boundingBox())?.x, where).toBeCloseTo(12, 1)
    if (width === 390 || (width === 1440 && path in differentWhenWide))
      expect(await violations(page), where).toEqual([])
    await expectToFit(page, where)
  }
}

async function goToOtherPage(page: Page, path: string) {
  const heading = await page.locator('h1').first().elementHandle()
  await goWithin(page, path)
  await heading?.waitForElementState('hidden')
}

// The others have the same elements at both widths, beside the navigation.
const differentWhenWide: Record<string, true> = {
  '/': true,
  '/auth': true,
  '/dashboard': true,
  '/users': true,
}

/** A path for every screen, with ids of somebody who may see them all; they are signed in. */
async function pathsFor(page: Page, admin: APIRequestContext): Promise<Record<ScreenName, string>> {
  const { cardId, username } = await newOwner(page, admin, 5)
  const made = await page.request.post('/api/templates', {
    data: { name: username, cardId, rules: { company: 'locked' } },
  })
  const shared = await page.request.post('/api/analytics-shares', {
    data: { timeframe: 'month', card: null, days: 1 },
  })
  const [{ id }, { path: report }] = [await made.json(), await shared.json()]
  const event = await newEvent(page.request, cardId)
  const link = await page.request.post('/api/analytics-shares', { data: { event, days: 1 } })
  const at = (path: string, value: string | number) => path.replace(/:\w+/, String(value))
  const own = Object.entries(screens).map(([name, { path }]) => [name, at(path, cardId)])
  return {
    ...Object.fromEntries(own),
    template: at(screens.template.path, id),
    shared: report,
    event: at(screens.event.path, event),
    sharedEvent: (await link.json()).path,
  }
}

/** An event of today with a share point of the card. */
async function newEvent(api: APIRequestContext, cardId: number): Promise<number> {
  const today = new Date().toISOString().slice(0, 10)
  const fields = { name: 'Hannover Messe', from: today, to: today, zone: 'UTC' }
  const { id } = await (await api.post('/api/events', { data: fields })).json()
  const point = { label: 'Booth 12', kind: 'booth' }
  const points = await api.post(`/api/business-cards/${cardId}/share-points`, { data: point })
  const add = [(await points.json()).id]
  await api.patch(`/api/events/${id}/share-points`, { data: { add } })
  return id
}
