/** Every screen and its states, opened once, in the longest language and at every width. */
import { type APIRequestContext, expect, type Page } from '@playwright/test'
import { type ScreenName, screens } from '../schema/screens.ts'
import { goWithin, newCard, newOwner, phone, test } from './app.ts'
import { underInstallButton } from './install-button.ts'
import { expectToFit, pseudo, untranslated, usePseudoLanguage, widths } from './pseudo-language.ts'
import { desktop, violations } from './testing.ts'

// The landing page is prerendered: it is in English here.
test.use({ ...phone, locale: 'de-DE' })

const promise =
  'the longest texts fit, none is left in English, the install button covers nothing, and no rule of accessibility is broken'

/** The editor's path leads to one of the two editors, and sign-in to the dashboard if there is a session. */
type UserScreen = Exclude<ScreenName, 'auth' | 'editor' | 'dashboard'>
type PathOf = Record<Exclude<UserScreen, 'template'>, string>

/** Screens of which level 4 and above see more; the others are opened at level 3. */
const ofAdministrators = [
  'users',
  'templates',
  'template',
  'status',
  'pwaSettings',
  'accountAnalytics',
  'advancedEditor',
] as const satisfies UserScreen[]

const button = (page: Page, german: string) =>
  page.getByRole('button', { name: pseudo(german), exact: true })

test(`on every screen for visitors ${promise}`, async ({ page }) => {
  await usePseudoLanguage(page)
  await resize(page, 320)
  await test.step('the landing page', async () => {
    await page.goto('/')
    await inspectScreen(page, '/', { wide: true, translated: false })
  })
  await test.step('sign-in', async () => {
    await page.goto('/auth')
    await expect(page.locator('.auth-marketing:empty')).toHaveCount(0)
    await inspectScreen(page, '/auth', { wide: true })
  })
  await test.step('the install guide', async () => {
    await button(page, 'Installationsanleitung').click()
    await expect(page.getByRole('dialog')).toBeVisible()
    await inspect(page, 'install guide')
    await page.keyboard.press('Escape')
    await expect(page.getByRole('dialog')).toHaveCount(0)
  })
  await test.step('sign-in with messages, refused and pending', () => signInInVain(page))
  for (const panel of ['create-account', 'forgot-password'])
    await test.step(panel, () => visit(page, `/auth?panel=${panel}`))
  await test.step('a link for a new password that does not work', () =>
    visit(page, `/auth#t=${'a'.repeat(43)}`))
  await test.step('an unknown path', () => visit(page, '/no/such/page'))
  await test.step('the page of the API, which is in English', async () => {
    await page.goto('/api/docs')
    await page.locator('section > details').evaluateAll((groups) => {
      for (const group of groups) group.setAttribute('open', '')
    })
    for (const width of widths) {
      await resize(page, width)
      await expectToFit(page, `/api/docs at ${width} px`)
    }
    // All calls are shown in the same way: two of each group are enough for axe, and take a tenth of the time.
    await page.locator('article:nth-of-type(n + 3)').evaluateAll((calls) => {
      for (const call of calls) call.remove()
    })
    expect(await violations(page)).toEqual([])
  })
})

test(`on every screen for admins ${promise}`, async ({ page, admin }) => {
  await usePseudoLanguage(page)
  await resize(page, 320)
  const { id, username, cardId } = await newOwner(page, admin, 5)
  await newCard(admin, id, 'Robin Vale')
  await test.step('the dashboard with several cards, its dialogs and the navigation', async () => {
    await page.goto('/dashboard')
    await expect(page.getByRole('listitem').filter({ hasText: 'Robin Vale' })).toHaveCount(2)
    await inspectScreen(page, '/dashboard', { wide: true })
    await inspectDialogs(page)
  })
  const paths = {
    ...(await pathsOf(page.request, cardId)),
    template: await newTemplate(page.request, cardId, username),
  }
  for (const name of ofAdministrators)
    await test.step(name, () => visit(page, paths[name], { wide: name === 'users' }))
  for (const path of ['/users?tab=audit', '/pwa-settings?tab=preview'])
    await test.step(path, () => visit(page, path))
  await test.step('the buttons of the editor', () =>
    visit(page, `${paths.advancedEditor}?tab=buttons`))
})

test(`on every screen for users ${promise}`, async ({ page, admin }) => {
  await usePseudoLanguage(page)
  await resize(page, 320)
  const { cardId: firstId } = await newOwner(page, admin, 3)
  expect((await admin.delete(`/api/business-cards/${firstId}`)).status()).toBe(204)
  await test.step('the dashboard while it loads, after a failure and without a card', () =>
    openDashboardInSteps(page))
  await test.step('quickEditor', async () => {
    await button(page, 'Erste Karte erstellen').click()
    await expect(page).toHaveURL(/\/mobile-editor\/\d+$/)
    await expect(page.getByRole('heading', { level: 1 })).toHaveText(pseudo('Schnellbearbeitung'))
    await inspectScreen(page, 'quickEditor')
  })
  const cardId = Number(page.url().split('/').at(-1))
  const { quickEditor: _, ...paths } = await pathsOf(page.request, cardId)
  const seen = new Set<string>(ofAdministrators)
  for (const [name, path] of Object.entries(paths).filter(([name]) => !seen.has(name)))
    await test.step(name, () => visit(page, path))
  await test.step('the security of the account', () => visit(page, '/account?tab=security'))
  await test.step('a screen above their level', () => visit(page, '/users'))
  await test.step('the data of the account', () => visit(page, '/account?tab=data'))
})

/** Opens a screen without loading the app again, from one with another heading, and inspects it. */
async function visit(page: Page, path: string, options: Options = {}) {
  await resize(page, 320)
  const heading = await page.locator('h1').first().elementHandle()
  await goWithin(page, path)
  await heading?.waitForElementState('hidden')
  await inspectScreen(page, path, options)
}

type Options = {
  /** Whether it has other elements at 1440 px than at 390 px, apart from the navigation beside it. */
  wide?: boolean
  translated?: boolean
  atWidth?: (where: string, width: number) => Promise<void>
}

/** Also inspects the install button, where there is one. */
async function inspectScreen(page: Page, where: string, options: Options = {}) {
  const guide = page.locator('.install-button button').filter({ visible: true })
  await inspect(page, where, {
    ...options,
    atWidth: async (at) => {
      const hasSidebar = await page.getByRole('complementary').locator('nav').isVisible()
      if (hasSidebar) await expect(guide, at).toHaveCount(1)
      if ((await guide.count()) > 0) expect(await underInstallButton(page), at).toEqual([])
    },
  })
}

/** Inspects what is shown, once it is complete, at every width. */
async function inspect(
  page: Page,
  where: string,
  { wide = false, translated = true, atWidth = async () => {} }: Options = {},
) {
  await expect(page.getByRole('heading', { level: 1, includeHidden: true }).first()).toBeAttached()
  const loading = page.locator(':is(.loading, .skeleton, [aria-busy="true"]):visible')
  if (!where.endsWith('pending')) await expect(loading).toHaveCount(0)
  if (translated) expect(await untranslated(page), where).toEqual([])
  for (const width of widths) {
    await resize(page, width)
    const at = `${where} at ${width} px`
    await atWidth(at, width)
    if (width === 390 || (width === 1440 && wide)) expect(await violations(page), at).toEqual([])
    await expectToFit(page, at)
  }
}

/** To one of the widths; less than the height of a phone makes the dialogs and bars compete for room. */
function resize(page: Page, width: number) {
  return page.setViewportSize({ width, height: width < 768 ? 700 : desktop.viewport.height })
}

async function signInInVain(page: Page) {
  const submit = page.locator('form button[type="submit"]')
  await submit.click()
  await expect(page.locator('.field-error')).toHaveCount(2)
  await inspect(page, 'sign-in with messages')
  await page.getByLabel(pseudo('Benutzername')).fill('nobody')
  await page.getByRole('textbox', { name: pseudo('Passwort'), exact: true }).fill('nothing')
  await submit.click()
  await expect(page.locator('.toast')).toBeVisible()
  await inspect(page, 'sign-in refused')
  const held = Promise.withResolvers<void>()
  await page.route('**/api/login', (route) => held.promise.then(() => route.abort()))
  await submit.click()
  await expect(submit).toHaveAttribute('aria-busy', 'true')
  await inspect(page, 'sign-in pending')
  held.resolve()
  await expect(submit).not.toHaveAttribute('aria-busy')
}

async function inspectDialogs(page: Page) {
  await button(page, 'QR-Code').click()
  await expect(page.getByRole('dialog')).toBeVisible()
  await inspect(page, 'QR dialog')
  await page.keyboard.press('Escape')
  await expect(page.getByRole('dialog')).toHaveCount(0)
  await page
    .getByRole('button', { name: `Robin Vale${pseudo(' löschen')}` })
    .first()
    .click()
  await expect(page.getByRole('alertdialog')).toBeVisible()
  await inspect(page, 'delete dialog')
  await page.keyboard.press('Escape')
  await expect(page.getByRole('alertdialog')).toHaveCount(0)
  await page.keyboard.press('Control+b')
  await expect(button(page, 'Seitenleiste ausklappen')).toBeVisible()
  expect(await violations(page), 'collapsed navigation').toEqual([])
  await resize(page, 390)
  await button(page, 'Menü öffnen').click()
  await expect(page.getByRole('dialog')).toBeVisible()
  expect(await untranslated(page), 'navigation').toEqual([])
  expect(await violations(page), 'navigation').toEqual([])
  await expectToFit(page, 'navigation')
  await page.keyboard.press('Escape')
  await expect(page.getByRole('dialog')).toHaveCount(0)
}

/** One load of the dashboard, whose answers come one after another. */
async function openDashboardInSteps(page: Page) {
  const script = Promise.withResolvers<void>()
  const answer = Promise.withResolvers<void>()
  await page.route(/AccountNotices-.*\.js$/, (route) => script.promise.then(() => route.continue()))
  await page.route('**/api/business-cards', (route) =>
    answer.promise.then(() => route.fulfill({ status: 503 })),
  )
  await page.goto('/dashboard')
  // A banner that came later would move the page.
  await expect(page.locator('.loading')).toBeVisible()
  await expect(page.getByRole('heading', { level: 1 })).toHaveCount(0)
  script.resolve()
  await expect(page.getByText(pseudo('Eigenes Passwort wählen'))).toBeVisible()
  await expect(page.getByText(pseudo('Ihre Karten werden geladen'))).toBeAttached()
  await inspect(page, 'dashboard pending')
  answer.resolve()
  await expect(page.getByRole('alert')).toBeVisible()
  await inspect(page, 'dashboard failed')
  await page.unroute('**/api/business-cards')
  await button(page, 'Erneut versuchen').click()
  await expect(button(page, 'Erste Karte erstellen')).toBeVisible()
  await inspect(page, 'dashboard without a card')
  // At 1440 px with the navigation.
  await expect(page.locator('nav a[href="/account"]')).toBeVisible()
  await expect(page.locator('nav a:is([href^="/editor/"], [href^="/analytics/"])')).toHaveCount(0)
}

/** A path for every screen, with ids of what this makes for the card of a user. */
async function pathsOf(api: APIRequestContext, cardId: number): Promise<PathOf> {
  const shares = '/api/analytics-shares'
  const shared = await create(api, shares, { timeframe: 'month', card: null, days: 1 })
  const event = await newEvent(api, cardId)
  const link = await create(api, shares, { event, days: 1 })
  const { auth: _, dashboard: _home, editor: _editor, template: _none, ...others } = screens
  const own = Object.entries(others).map(([name, { path }]) => [name, pathWith(path, cardId)])
  return {
    ...Object.fromEntries(own),
    shared: shared.path,
    event: pathWith(screens.event.path, event),
    sharedEvent: link.path,
  }
}

async function newTemplate(api: APIRequestContext, cardId: number, name: string) {
  const { id } = await create(api, '/api/templates', { name, cardId, rules: { company: 'locked' } })
  return pathWith(screens.template.path, id)
}

/** An event of today with a share point of the card. */
async function newEvent(api: APIRequestContext, cardId: number): Promise<number> {
  const today = new Date().toISOString().slice(0, 10)
  const fields = { name: 'Hannover Messe', from: today, to: today, zone: 'UTC' }
  const { id } = await create(api, '/api/events', fields)
  const at = `/api/business-cards/${cardId}/share-points`
  const point = await create(api, at, { label: 'Booth 12', kind: 'booth' })
  const data = { add: [point.id] }
  expect((await api.patch(`/api/events/${id}/share-points`, { data })).status()).toBe(204)
  return id
}

async function create(api: APIRequestContext, path: string, data: object) {
  const answer = await api.post(path, { data })
  expect(answer.status(), path).toBe(201)
  return answer.json()
}

function pathWith(path: string, value: string | number): string {
  return path.replace(/:\w+/, String(value))
}
