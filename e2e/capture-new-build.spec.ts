/** A deployment while a device has no connection, and leads that wait. */
import { expect, type Page } from '@playwright/test'
import { newOwner, phone, test } from './app.ts'
import { logStoring, untilStored } from './booth.ts'
import { openBuilds } from './builds.ts'
import { leadsInDatabase } from './leads-in-database.ts'
import { signIn } from './testing.ts'

test.use({ serviceWorkers: 'allow', ...phone })

const name = (page: Page) => page.getByLabel('Name', { exact: true })
// The page itself waits two minutes for the 8 MB of its files.
const timeout = 150_000
const ready = (page: Page) =>
  expect(page.getByText('Also works without a connection.')).toBeVisible({ timeout })
const script = (page: Page) => page.locator('script[type="module"]').first().getAttribute('src')

test('a device that meets a new build loses no lead, and works offline with each build', async ({
  browser,
  page: owners,
  admin,
}) => {
  test.slow()
  const { cardId, username } = await newOwner(owners, admin)
  const builds = await openBuilds()
  const context = await browser.newContext({
    baseURL: builds.origin,
    serviceWorkers: 'allow',
    ...phone,
  })
  await logStoring(context)
  await signIn(context.request, username)
  let page = await context.newPage()
  const reopen = async () => {
    await page.close()
    page = await context.newPage()
    await page.goto('/capture')
  }
  await test.step('Opened for the first time while an older build is in charge, booth mode gets ready for use offline', async () => {
    await page.goto('/dashboard')
    await page.evaluate(() => navigator.serviceWorker.ready.then(() => undefined))
    builds.deploy()
    await page.goto('/capture')
    await ready(page)
    const latest = await script(page)
    await context.setOffline(true)
    await page.reload()
    await ready(page)
    expect(await script(page)).toBe(latest)
  })
  const former = await script(page)
  await test.step('Without a connection, leads wait; meanwhile a new build is deployed', async () => {
    for (const one of ['Ada One', 'Ada Two']) await save(page, one)
    await untilStored(page, name(page).fill('Half ty'))
    builds.deploy()
    await reopen()
    await expect(page.getByText('2 waiting.')).toBeVisible()
    await save(page, 'Half typed')
  })
  await test.step('The open page of the former build sends them', async () => {
    await context.setOffline(false)
    await expect(page.getByText('3 leads sent.')).toBeVisible()
    expect(await script(page)).toBe(former)
    // Its files are on the device, not on the server anymore.
    await page.getByRole('button', { name: 'Scan a code' }).click()
    await page.getByRole('dialog').getByRole('button', { name: 'Close' }).click()
  })
  await test.step('The next page is of the new build, with what was left by the former', async () => {
    await context.setOffline(true)
    await save(page, 'Ada Three')
    await untilStored(page, name(page).fill('Half ag'))
    await page.close()
    await context.setOffline(false)
    page = await context.newPage()
    await page.goto('/capture')
    await expect(name(page)).toHaveValue('Half ag')
    await expect(page.getByText('1 lead sent.')).toBeVisible()
    await ready(page)
  })
  await test.step('Without a connection, the new build opens', async () => {
    const latest = await script(page)
    expect(latest).not.toBe(former)
    const isInCharge = async () => {
      await reopen()
      await ready(page)
      return page.evaluate(async () => {
        const { installing, waiting } = await (await navigator.serviceWorker.ready).update()
        return !installing && !waiting
      })
    }
    // The new service worker takes over while no page is open, which no page can be told.
    await expect.poll(isInCharge, { timeout }).toBe(true)
    await context.setOffline(true)
    await reopen()
    await ready(page)
    expect(await script(page)).toBe(latest)
    await expect(name(page)).toHaveValue('Half ag')
    await save(page, 'Half again')
    await context.setOffline(false)
    await expect(page.getByText('1 lead sent.')).toBeVisible()
  })
  const names = leadsInDatabase(cardId).map(({ form_data }) => form_data.name)
  expect(names).toEqual(['Ada One', 'Ada Three', 'Ada Two', 'Half again', 'Half typed'])
  await context.close()
  builds.close()
})

async function save(page: Page, who: string) {
  await name(page).fill(who)
  await name(page).press('Enter')
  await expect(name(page)).toHaveValue('')
}
