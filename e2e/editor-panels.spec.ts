/** The editor's lists (gallery, buttons, form), and the slug and state of a card. */
import { expect, type Locator, type Page } from '@playwright/test'
import sharp from 'sharp'
import * as z from 'zod/mini'
import { Card } from '../schema/cards/card.ts'
import { Uploaded } from '../schema/images/upload.ts'
import { newCard, newUser, test, toast } from './app.ts'
import { openMore, savedState } from './editor.ts'
import { read, saveCard, signIn, violations } from './testing.ts'

test('images and buttons are reordered, a form is built, and a card gets another slug, moves, is paused and unpublished', async ({
  page,
  admin,
}) => {
  const card = await ownCard(page, admin)
  await addImages(page, card)
  await page.setViewportSize({ width: 1280, height: 1400 })
  await page.goto(`/card-editor/${card.id}?tab=gallery`)
  await arrangeImages(page)
  await arrangeButtons(page)
  await test.step('Build a form', async () => {
    await openMore(page, 'Form')
    await page.getByRole('button', { name: 'Remove: Phone' }).click()
    await page.getByRole('button', { name: 'Add Question 1' }).click()
    await page.getByRole('textbox', { name: 'Question 1' }).fill('Where did we meet?')
    await page.getByRole('switch', { name: 'Required: Where did we meet?' }).click()
    await page.getByRole('button', { name: 'Move up: Where did we meet?' }).click()
    await page.getByLabel('Thank-you text').fill('See you soon!')
    await expect(page.locator('.form-preview label')).toContainText([
      'Name',
      'Where did we meet?',
      'Email',
    ])
    expect(await violations(page)).toEqual([])
  })
  await test.step('Enter a new slug and a second phone number', async () => {
    await page.getByRole('tab', { name: 'Basic Info' }).click()
    await page.getByLabel('Slug').fill('Admin')
    await expect(page.getByText('This slug is reserved. Choose another one.')).toBeVisible()
    await page.getByLabel('Slug').fill(`${card.slug}-new`)
    await expect(page.getByText(`/view/${card.slug}-new is available`)).toBeVisible()
    await page.getByRole('textbox', { name: /^Given name/ }).fill('Robin')
    await page.getByRole('button', { name: 'Add phone' }).click()
    await page.keyboard.type('+44 20 7946 0001')
    await page.getByRole('button', { name: 'Make main' }).click()
    await expect(page.getByRole('textbox', { name: 'Phone', exact: true })).toHaveValue(
      '+44 20 7946 0001',
    )
  })
  await test.step('It cannot move without another card', async () => {
    await page.getByRole('radio', { name: 'Moved' }).check()
    await expect(page.getByText('You have no other card.')).toBeVisible()
    expect(await violations(page)).toEqual([])
    await page.getByRole('radio', { name: 'Live' }).check()
  })
  await test.step('Save the card', async () => {
    await page.keyboard.press('ControlOrMeta+s')
    await expect(toast(page, 'Success')).toContainText('Card updated successfully')
    const { formConfig } = Card.parse(await read(page.request, `/api/business-cards/${card.id}`))
    expect(formConfig).toMatchObject({
      fields: [{ key: 'name' }, { label: 'Where did we meet?', required: true }, { key: 'email' }],
      thanks: 'See you soon!',
    })
  })

  await expectLists(page, card)
  await changeState(page, card, await newCard(admin, card.userId, 'Robin Next'))
})

async function arrangeImages(page: Page) {
  const images = page.getByRole('list', { name: 'Gallery images' })
  await test.step('The images are in three columns', async () => {
    const columns = () =>
      images.evaluate((list) => getComputedStyle(list).gridTemplateColumns.split(' ').length)
    await expect.poll(columns).toBe(3)
  })
  await test.step('Move an image with its buttons', async () => {
    await expect(page.getByText('3 of 8')).toBeVisible()
    await page.getByRole('button', { name: 'Move down: Red' }).press('Enter')
    await expectOrder(images, ['Green', 'Red', 'Blue'])
    await expect(page.getByRole('button', { name: 'Move down: Red' })).toBeFocused()
    await page.keyboard.press('Enter')
    await expectOrder(images, ['Green', 'Blue', 'Red'])
  })
  await test.step('Move an image with the keyboard', async () => {
    await page.getByRole('button', { name: 'Drag: Green' }).press('Space')
    await expect(page.getByText(/^Green picked up, 1 of 3/)).toBeAttached()
    await page.keyboard.press('ArrowRight')
    await expect(page.getByText(/^Green is over 2 of 3/)).toBeAttached()
    await page.keyboard.press('Space')
    await expectOrder(images, ['Blue', 'Green', 'Red'])
  })
  await test.step('Drag an image', async () => {
    await drag(page, 'Red', { to: 'Blue', place: '1 of 3' })
    await expectOrder(images, ['Red', 'Blue', 'Green'])
    // Also a delay: for 50 ms after a mouse drag dnd-kit suppresses clicks, including those by keyboard.
    expect(await violations(page)).toEqual([])
  })

  await test.step('Remove an image and undo', async () => {
    await page.getByRole('button', { name: 'Remove: Blue' }).press('Enter')
    await expect(page.getByRole('button', { name: 'Undo', exact: true }).last()).toBeFocused()
    await expectOrder(images, ['Red', 'Green'])
    await page.keyboard.press('Enter')
    await expectOrder(images, ['Red', 'Blue', 'Green'])
    await expect(page.getByRole('button', { name: 'Remove: Blue' })).toBeFocused()
    await page.getByLabel('Image description').nth(1).fill('A blue square')
  })
}

async function arrangeButtons(page: Page) {
  await test.step('Add two buttons', async () => {
    await page.getByRole('tab', { name: 'Buttons' }).click()
    for (const label of ['Book a call', 'Brochure']) {
      await page.getByRole('button', { name: 'Add button' }).click()
      await page.keyboard.type(label)
    }
  })
  const url = page.getByLabel('URL', { exact: true })
  await test.step('Save without a URL, then enter it', async () => {
    await page.getByRole('button', { name: 'Save Changes' }).click()
    await expect(url.first()).toHaveAccessibleDescription('Button URL is required')
    await expect(url.first()).toBeFocused()
    const note = page.getByRole('main').getByRole('alert')
    await expect(note).toContainText('Button 1: Button URL is required (and 1 more)')
    await expect(note.getByRole('button', { name: 'Try again' })).toHaveCount(0)
    await page.getByRole('tab', { name: 'Gallery' }).click()
    await note.getByRole('button', { name: 'Show field' }).click()
    await expect(url.first()).toBeFocused()
    await url.first().fill('https://example.com/call')
    await expect(url.first()).toHaveAccessibleDescription('')
    await url.last().fill('https://example.com/brochure')
    await expect(note).toHaveCount(0)
  })
  await test.step('Select a color and move a button up', async () => {
    const color = page.getByLabel('Color', { exact: true }).first()
    await expect(color).toHaveValue('#d9bd90')
    await color.fill('no color')
    await expect(color).toHaveAccessibleDescription('Enter a color such as #d9bd90')
    await color.fill('1A2B3C')
    await color.press('Tab')
    await expect(color).toHaveValue('#1a2b3c')
    await page.getByRole('button', { name: 'Move up: Brochure' }).click()
    expect(await violations(page)).toEqual([])
  })
}

/** The public card, at its former slug, has the images, buttons and questions in order. */
async function expectLists(page: Page, { slug }: Card) {
  await test.step('The former slug leads to the card, which shows all lists in order', async () => {
    await page.goto(`/view/${slug}`)
    await expect(page).toHaveURL(`/view/${slug}-new`)
    const links = page.getByRole('region', { name: 'Links' }).getByRole('link')
    await expect(links).toHaveText(['Brochure', 'Book a call'])
    await expect(links.last()).toHaveCSS('background-color', 'rgb(26, 43, 60)')
    await expect(links.last()).toHaveCSS('color', 'rgb(255, 255, 255)')
    const shown = page.locator('.bc-gal img')
    expect(
      await shown.evaluateAll((images) => images.map((image) => image.getAttribute('alt'))),
    ).toEqual(['Red', 'A blue square', 'Green'])
    await expect(page.locator('#exchange label')).toContainText([
      'Name',
      'Where did we meet?',
      'Email',
    ])
  })
}

async function changeState(page: Page, card: Card, next: { id: number; slug: string }) {
  const save = async () => {
    await page.getByRole('button', { name: 'Save Changes' }).click()
    await expect(savedState(page)).toBeVisible()
    return Card.parse(await read(page.request, `/api/business-cards/${card.id}`))
  }
  await test.step('Move the card to another one', async () => {
    await page.goto(`/card-editor/${card.id}`)
    await page.getByRole('radio', { name: 'Moved' }).check()
    const target = page.getByLabel('New card')
    await target.selectOption({ label: `Robin Next (/view/${next.slug})` })
    await expect(page.getByText(`Opens Robin Next (/view/${next.slug})`)).toBeVisible()
    expect(await save()).toMatchObject({ state: 'moved', successorId: next.id })
  })
  for (const state of ['Paused', 'Left', 'Draft'])
    await test.step(`Set the card to ${state}`, async () => {
      await page.getByRole('radio', { name: state }).check()
      expect(await save()).toMatchObject({ state: state.toLowerCase() })
    })
}

async function addImages(page: Page, card: Card) {
  const gallery = []
  for (const alt of ['Red', 'Green', 'Blue']) {
    const file = {
      name: `${alt}.png`,
      mimeType: 'image/png',
      buffer: await sharp({
        create: { width: 60, height: 40, channels: 3, background: alt.toLowerCase() },
      })
        .png()
        .toBuffer(),
    }
    const response = await page.request.post('/api/upload', {
      multipart: { file, cardId: String(card.id), type: 'gallery' },
    })
    gallery.push({ url: Uploaded.parse(await response.json()).url, alt })
  }
  await saveCard(page.request, card, { gallery })
}

async function ownCard(page: Page, admin: Parameters<typeof newUser>[0]) {
  const { id, username } = await newUser(admin, 2)
  await signIn(page.request, username)
  const [card] = z.array(Card).parse(await read(page.request, `/api/business-cards/user/${id}`))
  if (!card) throw new Error('The new account has no card.')
  return card
}

async function expectOrder(list: Locator, names: string[]) {
  const descriptions = list.getByLabel('Image description')
  await expect(descriptions).toHaveCount(names.length)
  for (const [at, name] of names.entries()) await expect(descriptions.nth(at)).toHaveValue(name)
}

async function drag(page: Page, name: string, { to, place }: { to: string; place: string }) {
  const [start, end] = await Promise.all(
    [name, to].map((each) => page.getByRole('button', { name: `Drag: ${each}` }).boundingBox()),
  )
  if (!start || !end) throw new Error('A handle is not on the screen.')
  await page.mouse.move(start.x + 8, start.y + 8)
  await page.mouse.down()
  await page.mouse.move(start.x - 12, start.y - 12, { steps: 3 })
  await page.mouse.move(end.x + 8, end.y + 8, { steps: 8 })
  await expect(page.getByText(`${name} is over ${place}`)).toBeAttached()
  await page.mouse.up()
}
