/** An owner in the app: sign-in, quick editor, analytics, pocket mode. */
import { writeFileSync } from 'node:fs'
import { expect } from '@playwright/test'
import { Card } from '../../schema/cards/card.ts'
import { jpeg } from '../image-files.ts'
import { adaId, password, read } from '../testing.ts'
import { expectLaidOut, newOwner, signInAs, test, textOf, untilLoaded } from './engine.ts'
import { named } from './visitor.ts'

test('an owner signs in, and returns to the page that asked for it', async ({ arrive, look }) => {
  const visitor = await arrive()
  await visitor.open('/guide')
  await expect.poll(() => visitor.run('return location.search')).toBe('?next=%2Fguide')
  await look(visitor, 'sign-in')
  await visitor.fill('input[name=username]', 'ben')
  await visitor.fill('input[name=password]', password)
  await visitor.click('button[type=submit]')
  await expect.poll(() => visitor.run('return location.pathname')).toBe('/guide')
  await expect.poll(() => textOf(visitor, 'h1')).not.toBe('')
  await expectLaidOut(visitor)
})

test('the quick editor crops and uploads a picture, and changes a field', async ({
  arrive,
  look,
  request,
}, info) => {
  const { username, card } = await newOwner(request, { name: 'Ada' })
  const stored = async () => Card.parse(await read(request, `/api/business-cards/${card.id}`))
  const picture = info.outputPath('picture.jpg')
  writeFileSync(picture, (await jpeg(900, 600)).buffer)
  const visitor = await arrive()
  await signInAs(visitor, username)
  await visitor.open(`/mobile-editor/${card.id}`)
  await expect.poll(() => textOf(visitor, 'h1')).toBe('Quick Edit Mode')
  await untilLoaded(visitor)
  await visitor.click('//button[starts-with(normalize-space(), "Title")]')
  await visitor.fill('[role=dialog] input', 'Architect')
  await visitor.click('//*[@role="dialog"]//button[normalize-space()="Save"]')
  await expect.poll(async () => (await stored()).title).toBe('Architect')
  await look(visitor, 'quick-editor')
  await visitor.open(`/mobile-editor/${card.id}?tab=design`)
  await expect.poll(() => textOf(visitor, 'main')).toContain('Profile Picture')
  await visitor.upload('input[type=file][aria-label="Profile Picture"]', picture)
  await expect
    .poll(() =>
      visitor.run(
        'return document.querySelector("[role=slider], input[type=range]")?.ariaValueText ?? ""',
      ),
    )
    .toBe('100 percent')
  await look(visitor, 'crop')
  await visitor.click(named('Crop & Save'))
  await expect
    .poll(async () => (await stored()).profilePicture)
    .toMatch(/^\/images\/[0-9a-f]{64}-500\.jpg$/)
})

test('analytics draw their charts', async ({ arrive, look }) => {
  const visitor = await arrive({ size: 'desktop' })
  await signInAs(visitor, 'maria')
  await visitor.open(`/analytics/${adaId}`)
  const painted = `
    const canvas = document.querySelector('canvas')
    if (!canvas) return false
    const { data } = canvas.getContext('2d').getImageData(0, 0, canvas.width, canvas.height)
    return data.some((value) => value > 0)`
  await expect.poll(() => visitor.run(painted)).toBe(true)
  await expectLaidOut(visitor)
  await look(visitor, 'analytics')
  await visitor.open('/advanced-analytics')
  await expect.poll(() => visitor.run(painted)).toBe(true)
  await expectLaidOut(visitor)
  await look(visitor, 'advanced-analytics')
})

test('pocket mode shows the code, also without a connection', async ({
  arrive,
  gateway,
  request,
}) => {
  const { username, card } = await newOwner(request, { name: 'Björk Ölafsdóttir' })
  const visitor = await arrive()
  await signInAs(visitor, username)
  await visitor.open(`/pocket/${card.id}`)
  await expect.poll(() => textOf(visitor, 'h1')).toBe('Björk Ölafsdóttir')
  await visitor.run('await navigator.serviceWorker.ready')
  gateway.disconnect()
  await visitor.open('/pocket/mine')
  await expect.poll(() => textOf(visitor, 'h1')).toBe('Björk Ölafsdóttir')
})
