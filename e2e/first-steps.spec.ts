/** From the landing page to a scanned card, and the steps after sign-up in between. */
import { randomUUID } from 'node:crypto'
import { type Browser, expect, type Locator, type Page } from '@playwright/test'
import { goWithin, phone, test } from './app.ts'
import { confirmAddress } from './emails.ts'
import { register, sendDetails, sheet, title } from './first-steps.ts'
import { type Hand, keyboard, touch } from './hands.ts'
import { type ImageFile, jpeg } from './image-files.ts'
import { readQr } from './read-qr.ts'
import { origin } from './server.ts'
import { desktop, iphone, password, signIn, violations } from './testing.ts'

/** Presses and typed letters from the landing page to a scanned card, apart from the person's own data. */
const pressesMax = 25

const list = (page: Page) => page.getByRole('region', { name: 'Finish your card' })
const first = (page: Page) => page.getByRole('region', { name: 'Your Digital Business Card' })

test.describe('on a phone, by touch', () => {
  test.use(phone)

  test('a visitor signs up, completes the four steps with few taps, and scans the card', {
    tag: '@core',
  }, async ({ page, browser }) => {
    const hand = touch(page)
    await page.goto('/')
    const start = page.getByRole('main').getByRole('link', { name: 'Create your card' }).first()
    await walk({ page, browser, hand, start })
    expect(hand.presses()).toBeLessThan(pressesMax)
    await test.step('QR Code, Edit Card and View are visible without scrolling', async () => {
      await page.setViewportSize({ width: 390, height: 664 })
      await page.reload()
      for (const name of ['QR Code', 'Edit Card', 'View'])
        await expect(
          first(page).locator('.pass-actions > *').filter({ hasText: name }),
        ).toBeInViewport({ ratio: 1 })
    })
  })
})

test.describe('straight to the code', () => {
  test.use(phone)

  test('a phone shows its code after 7 presses, and the first message after 10', {
    tag: '@core',
  }, async ({ page, browser }) => {
    const hand = touch(page)
    await page.goto('/')
    await hand.press(page.getByRole('main').getByRole('link', { name: 'Create your card' }).first())
    const username = `steps-${randomUUID().slice(0, 8)}`
    await signUp(page, hand, username)
    await expect(title(page)).toHaveText('Add your photo')
    await hand.press(sheet(page).getByRole('button', { name: 'Finish later' }))
    await expect(title(page)).toHaveText('Your card is live')
    const code = await readQr(await sheet(page).getByRole('img').screenshot())
    expect(hand.presses(), 'the code').toBeLessThanOrEqual(7)
    expect(await violations(page)).toEqual([])
    const shifts = await watchShifts(page)

    const other = await (await browser.newContext(iphone)).newPage()
    await other.goto(code ?? '')
    await sendDetails(other, 'Grace Hopper')
    expect(hand.presses(), 'an exchange').toBeLessThanOrEqual(7)
    await other.context().close()

    const arrived = sheet(page).getByRole('status').filter({ hasText: 'Grace Hopper sent details' })
    await expect(arrived).toBeVisible()
    expect(Math.max(0, ...(await shifts()))).toBeLessThan(0.01)
    await hand.press(arrived.getByRole('link', { name: 'Open' }))
    await expect(page).toHaveURL(/\/inbox\/\d+\?entry=\d+$/)
    const email = page.getByRole('main').getByText('ada@example.com')
    await expect(email.filter({ visible: true }).first()).toBeVisible()
    expect(hand.presses(), 'the first message').toBeLessThanOrEqual(10)

    await goWithin(page, '/dashboard')
    await expect(page.getByRole('region', { name: 'Confirm your email' })).toBeVisible()
    await confirmAddress(page.request, `${username}@example.com`)
    await page.reload()
    await expect(list(page)).toContainText('1 of 4 complete')
  })
})

test.describe('on a desktop, by keyboard', () => {
  test.use(desktop)

  test('a visitor signs up and completes the four steps with few presses', async ({
    page,
    browser,
  }) => {
    const hand = keyboard(page)
    await page.goto('/')
    await hand.press(page.getByRole('link', { name: 'Skip to content' }))
    const start = page.getByRole('main').getByRole('link', { name: 'Create your card' }).first()
    await walk({ page, browser, hand, start })
    expect(hand.presses()).toBeLessThan(pressesMax)
  })
})

test('the steps continue where they were left, after a reload and on another device', async ({
  page,
  browser,
}) => {
  const username = await register(page)
  // There is one notice at a time, and this one would come first.
  await confirmAddress(page.request, `${username}@example.com`)

  await test.step('Skip the photo, and type a title without saving it', async () => {
    await sheet(page).getByRole('button', { name: 'Skip' }).click()
    await expect(title(page)).toHaveText('Say who you are')
    await expect(sheet(page).getByLabel('Title')).toBeFocused()
    await sheet(page).getByLabel('Title').fill('Baker')
  })
  await test.step('A reload returns to this step, with what was typed', async () => {
    await page.reload()
    await expect(title(page)).toHaveText('Say who you are')
    await expect(sheet(page).getByLabel('Title')).toHaveValue('Baker')
  })
  await test.step('Skip discards what was typed, and the next step can be selected', async () => {
    await sheet(page).getByRole('button', { name: 'Skip' }).click()
    await expect(title(page)).toHaveText('Choose a look')
    await sheet(page).getByRole('button', { name: /Name$/ }).click()
    await expect(sheet(page).getByLabel('Title')).toHaveValue('')
  })
  await test.step('Closing the sheet saves, and keeps the step', async () => {
    await sheet(page).getByLabel('Title').fill('Potter')
    const saved = page.waitForResponse(/\/api\/business-cards\/\d+$/)
    await page.keyboard.press('Escape')
    expect((await saved).status()).toBe(200)
    await expect(sheet(page)).toHaveCount(0)
    await expect(first(page)).toContainText('Potter')
    await page.reload()
    await expect(list(page)).toContainText('1 of 4 complete')
    await expect(sheet(page)).toHaveCount(0)
    expect(await violations(page)).toEqual([])
    await list(page).getByRole('button', { name: 'Continue' }).click()
    await expect(title(page)).toHaveText('Say who you are')
  })
  await test.step('On another device the sheet stays closed, and continues with what the card lacks', async () => {
    const other = await (await browser.newContext()).newPage()
    await other.addInitScript(() => localStorage.setItem('hasSeenInstallGuide', 'true'))
    await signIn(other.request, username)
    await other.goto('/dashboard')
    await expect(list(other)).toContainText('1 of 4 complete')
    await expect(sheet(other)).toHaveCount(0)
    await list(other).getByRole('button', { name: 'Continue' }).click()
    await expect(title(other)).toHaveText('Add your photo')
    await other.context().close()
  })
  await test.step('A failed save keeps the step and says why', async () => {
    await page.route(/\/api\/business-cards\/\d+$/, (route) =>
      route.fulfill({ status: 503, body: 'The service is busy. Nothing was lost; try again.' }),
    )
    await sheet(page).getByLabel('Company').fill('Kiln & Co')
    await sheet(page).getByRole('button', { name: 'Next' }).click()
    await expect(sheet(page).getByRole('alert')).toContainText('The service is busy.')
    await expect(title(page)).toHaveText('Say who you are')
    await page.unrouteAll()
    await sheet(page).getByRole('button', { name: 'Next' }).click()
    await expect(title(page)).toHaveText('Choose a look')
  })
  await test.step('The guide of the editor and the user guide tick what is on the card', async () => {
    await page.keyboard.press('Escape')
    const edit = first(page).getByRole('link', { name: 'Edit Card' })
    const path = (await edit.getAttribute('href')) ?? ''
    await goWithin(page, path.replace('/editor', '/mobile-editor'))
    await page.getByRole('button', { name: /^Editor guide 1 of 5/ }).click()
    const guide = page.getByRole('region', { name: 'Editor guide' })
    await expect(guide).toContainText('1 of 5 complete')
    await guide.getByRole('button', { name: /^Basic ?, complete$/ }).click()
    await expect(guide.getByRole('button', { name: /^Mark/ })).toHaveCount(0)
    await goWithin(page, '/guide#start')
    const done = page.getByRole('listitem').filter({ hasText: /Done$/ })
    await expect(done).toHaveCount(3)
    expect(await violations(page)).toEqual([])
  })
  await test.step('Dismissed steps do not return', async () => {
    await goWithin(page, '/dashboard')
    await list(page).getByRole('button', { name: 'Dismiss steps' }).click()
    await expect(list(page)).toHaveCount(0)
    await page.reload()
    await expect(first(page)).toBeVisible()
    await expect(list(page)).toHaveCount(0)
  })
})

async function signUp(page: Page, hand: Hand, username: string) {
  await hand.type(page.getByLabel('Username'), username)
  await hand.type(page.getByLabel('Full name'), 'Nadia Osei')
  await hand.type(page.getByRole('textbox', { name: 'Email' }), `${username}@example.com`)
  await hand.type(page.getByLabel('Password', { exact: true }), password)
  await hand.submit(page.getByRole('button', { name: 'Create account' }))
}

/** Returns the layout shifts from now on that no press caused. */
async function watchShifts(page: Page): Promise<() => Promise<number[]>> {
  const shifts = await page.evaluateHandle(() => {
    const values: number[] = []
    new PerformanceObserver((seen) => {
      for (const entry of seen.getEntries())
        if ('value' in entry && !('hadRecentInput' in entry && entry.hadRecentInput))
          values.push(Number(entry.value))
    }).observe({ type: 'layout-shift' })
    return values
  })
  return () => shifts.jsonValue()
}

type Walk = { page: Page; browser: Browser; hand: Hand; start: Locator }

async function walk({ page, browser, hand, start }: Walk) {
  const count = (what: string) => {
    const counted = `${hand.presses()} presses until: ${what}`
    test.info().annotations.push({ type: 'presses', description: counted })
    console.log(counted)
  }
  await test.step('Sign up from the landing page', async () => {
    await hand.press(start)
    await expect(page.getByLabel('Username')).toBeFocused()
    await signUp(page, hand, `steps-${randomUUID().slice(0, 8)}`)
    await expect(title(page)).toHaveText('Add your photo')
    count('signed up')
  })
  await test.step('The card already has a theme and initials', async () => {
    const card = sheet(page).locator('.bc-page')
    await expect(card).toHaveAttribute('data-theme', 'minimalist')
    await expect(card).toContainText('NO')
    if (hand.isTouch) expect(await violations(page)).toEqual([])
  })
  await test.step('Photo: take or choose one, and crop it', async () => {
    await addPhoto(page, hand, await jpeg(700, 600))
    const use = page.getByRole('button', { name: 'Crop & Save' })
    await expect(use).not.toHaveAttribute('aria-disabled')
    await hand.submit(use)
    await expect(title(page)).toHaveText('Say who you are')
    await expect(sheet(page).locator('.bc-ava img')).toHaveCount(1)
    // A focused field would open the keyboard of a phone.
    await expect(hand.isTouch ? title(page) : sheet(page).getByLabel('Title')).toBeFocused()
    count('photo')
  })
  await test.step('Name: add title and company, shown while typing', async () => {
    await expect(sheet(page).getByRole('textbox', { name: 'Name' })).toHaveValue('Nadia Osei')
    await hand.type(sheet(page).getByLabel('Title'), 'Structural Engineer')
    await expect(sheet(page).locator('.bc-page')).toContainText('Structural Engineer')
    await hand.type(sheet(page).getByLabel('Company'), 'Osei & Ward')
    await hand.submit(sheet(page).getByRole('button', { name: 'Next' }))
    await expect(title(page)).toHaveText('Choose a look')
    count('name')
  })
  await test.step('Theme: the next one is selected at once', async () => {
    await expect(sheet(page).getByRole('button', { pressed: true })).toHaveText(/^Minimalist/)
    if (hand.isTouch) expect(await violations(page)).toEqual([])
    await hand.swipe(sheet(page).locator('.theme-row .themes'))
    const selected = sheet(page).getByRole('button', { pressed: true })
    await expect(selected).toHaveText(/^Dynamic/)
    if (!hand.isTouch) await expect(selected).toBeFocused()
    await hand.submit(sheet(page).getByRole('button', { name: 'Next' }))
    await expect(title(page)).toHaveText('Your card is live')
    count('theme')
  })
  // By touch only: what the other phone does is the same either way.
  if (hand.isTouch)
    await test.step('Scan me: a message sent with another phone arrives', () =>
      scan({ page, browser, count }))
  await test.step('Done closes the sheet, and nothing is left to do', async () => {
    const name = hand.isTouch ? 'Done' : 'Go to Dashboard'
    await hand.press(sheet(page).getByRole('button', { name }))
    await expect(sheet(page)).toHaveCount(0)
    await expect(list(page)).toHaveCount(0)
    await expect(first(page)).toContainText(/Structural Engineer.*Osei & Ward/)
  })
}

type Scan = { page: Page; browser: Browser; count: (what: string) => void }

async function scan({ page, browser, count }: Scan) {
  expect(await violations(page)).toEqual([])
  const code = await readQr(await sheet(page).getByRole('img').screenshot())
  expect(code).toMatch(new RegExp(`^${origin}/view/[a-z0-9-]+#qr$`))
  count('scanned card')
  const other = await (await browser.newContext(iphone)).newPage()
  const posted = other.waitForResponse('**/api/card-views')
  await other.goto(code ?? '')
  await expect(other.getByRole('heading', { level: 1 })).toHaveText('Nadia Osei')
  await expect(other.getByRole('main')).toContainText('Structural Engineer')
  await expect(other.locator('.bc-page')).toHaveAttribute('data-theme', 'dynamic')
  await expect(other.locator('.bc-ava img')).toHaveCount(1)
  expect((await posted).status()).toBe(202)
  await sendDetails(other, 'Ada Lindqvist')
  await expect(sheet(page).getByText('Ada Lindqvist sent details')).toBeVisible()
  expect(await violations(page)).toEqual([])
  await other.context().close()
}

/** On a touch screen with the camera, otherwise from a file. */
async function addPhoto(page: Page, hand: Hand, file: ImageFile) {
  const name = hand.isTouch ? 'Take a photo' : 'Choose a photo'
  const [chooser] = await Promise.all([
    page.waitForEvent('filechooser'),
    hand.press(sheet(page).getByRole('button', { name })),
  ])
  const capture = await chooser.element().getAttribute('capture')
  expect(capture).toBe(hand.isTouch ? 'user' : null)
  // Taking or selecting the photo is a press, too.
  hand.count()
  await chooser.setFiles(file)
}
