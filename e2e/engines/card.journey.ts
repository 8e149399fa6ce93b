/** A visitor with a card: its blocks, Save Contact, QR code and map. */
import { expect } from '@playwright/test'
import { expectLaidOut, loadScript, test, textOf } from './engine.ts'
import type { Visitor } from './visitor.ts'

// The fullest card, an animated and a dark theme, one with serifs, and the default.
const slugs = ['ada', 'kai', 'devon', 'camille', 'alex']
const headings = ['About', 'Connect', 'Gallery', 'Video', 'Location']

test('a card shows every block, in light, dark and animated themes', async ({ arrive, look }) => {
  const visitor = await arrive()
  for (const slug of slugs) {
    await visitor.open(`/view/${slug}`)
    await expectLaidOut(visitor)
    await look(visitor, `card-${slug}`)
  }
  await visitor.open('/view/ada')
  const shown = await visitor.run(
    'return [...document.querySelectorAll(".bc-h")].map((heading) => heading.textContent)',
  )
  expect(shown).toEqual(headings)
  expect(await textOf(visitor, 'details:has(#exchange) > summary')).not.toBe('')
  await visitor.run('document.querySelector(".bc-gal").scrollIntoView()')
  await expect
    .poll(() => visitor.run('return document.querySelector(".bc-gal img").naturalWidth > 0'))
    .toBe(true)
  await look(visitor, 'card-gallery')
})

test('a gallery picture opens in place', async ({ arrive, look }) => {
  const visitor = await arrive()
  await visitor.open('/view/ada')
  await loadScript(visitor)
  await visitor.click('[data-act=photo]')
  await expect.poll(() => isOpen(visitor, '.bc-big')).toBe(true)
  await visitor.press('ArrowRight')
  await look(visitor, 'card-lightbox')
  await visitor.click('.bc-x')
  await expect.poll(() => isOpen(visitor, '.bc-big')).toBe(false)
})

test('Save Contact downloads the contact file, and the page says so', async ({
  arrive,
  gateway,
}) => {
  const visitor = await arrive()
  await visitor.open('/view/ada')
  await loadScript(visitor)
  // The label changes for four seconds only.
  await visitor.run(`
    const label = document.querySelector('.bc-act .bc-save span')
    window.labels = []
    new MutationObserver(() => labels.push(label.textContent)).observe(label, { childList: true })`)
  await visitor.click('.bc-act .bc-save')
  await expect.poll(() => gateway.requests).toContain('GET /api/vcard/4')
  await expect
    .poll(() => visitor.run('return labels'))
    .toContain('Contact downloaded. Open it to add.')
  await expect.poll(() => gateway.requests).toContain('POST /api/card-saves')
  expect(await visitor.run('return location.pathname')).toBe('/view/ada')
})

test('the QR code opens in a dialog, which closes by button and key', async ({ arrive, look }) => {
  const visitor = await arrive()
  await visitor.open('/view/ada')
  await visitor.click('[data-act=qr]')
  await expect.poll(() => isOpen(visitor, '.bc-qrd')).toBe(true)
  await look(visitor, 'card-qr')
  await visitor.click('//dialog//button[normalize-space()="Close"]')
  await expect.poll(() => isOpen(visitor, '.bc-qrd')).toBe(false)
  await visitor.click('[data-act=qr]')
  await expect.poll(() => isOpen(visitor, '.bc-qrd')).toBe(true)
  await visitor.press('Escape')
  await expect.poll(() => isOpen(visitor, '.bc-qrd')).toBe(false)
})

test('Share copies the link where there is no share sheet', async ({ arrive }) => {
  const visitor = await arrive()
  await visitor.open('/view/ada')
  await loadScript(visitor)
  await visitor.run('Object.defineProperty(navigator, "share", { value: undefined })')
  await visitor.click('.bc-bar [data-act=share]')
  await expect
    .poll(() => textOf(visitor, '.bc-note'))
    .toBe('Link copied. Card link has been copied to clipboard.')
})

test('the map opens with its tiles and a marker that has the name', async ({ arrive, look }) => {
  const visitor = await arrive()
  await visitor.open('/view/ada')
  await visitor.click('.bc-loc summary')
  const drawn = `
    const map = document.querySelector('.bc-loc iframe')?.contentDocument
    return {
      tiles: map?.querySelectorAll('.leaflet-tile-loaded').length > 0,
      marker: map?.querySelector('.leaflet-marker-icon')?.getAttribute('aria-label') ?? map?.querySelector('.leaflet-marker-icon')?.title,
    }`
  await expect
    .poll(() => visitor.run(drawn))
    .toEqual({ tiles: true, marker: expect.stringContaining('Ada Lindqvist') })
  await look(visitor, 'card-map')
})

function isOpen(visitor: Visitor, dialog: string): Promise<unknown> {
  return visitor.run(`return document.querySelector('${dialog}')?.open ?? false`)
}
