import { readdirSync, readFileSync, statSync } from 'node:fs'
import sharp from 'sharp'
import { expect, test } from 'vitest'
import { sanitizeCss } from '../card/custom-css/custom-css.ts'
import { networkLogos } from '../card/icons/NetworkIcon.tsx'
import { CardInput } from '../schema/cards/card.ts'
import { themeNames } from '../schema/cards/theme.ts'
import { inlinePhotoMaxBytes } from '../schema/images/sizes.ts'
import { CardEvent, EventId } from '../schema/tracking/event.ts'
import { measureImage } from '../worker/images/clean.ts'
import { accounts, people } from './people.ts'
import { eventsOf, submissionsOf } from './traffic.ts'

const folder = 'demo/pictures'
const today = Date.UTC(2026, 10, 21)
const now = today + 40_000_000
const card = { cardId: 7, codes: ['ABCDEF', 'GHJKLM'] }

test('the cards cover every theme, an unknown one, and every network', () => {
  const themes = new Set(people.map(({ card }) => card.theme))
  expect([...themes]).toEqual(expect.arrayContaining([...Object.keys(themeNames), 'sunrise']))
  const keys = new Set(people.flatMap(({ card }) => Object.keys(card.socialLinks)))
  const networks = [...Object.keys(networkLogos), 'gmail', 'video']
  expect([...keys]).toEqual(expect.arrayContaining(networks))
})

test('admin and maria own several cards, the others one; the first of maria is ada', () => {
  const cardsOf = (name: string) => people.filter(({ owner }) => owner === name)
  expect(accounts.map(({ username }) => [username, cardsOf(username).length > 1])).toEqual([
    ['admin', true],
    ['alice', false],
    ['devon', false],
    ['maria', true],
    ['ben', false],
  ])
  expect(cardsOf('maria')[0]?.card.slug).toBe('ada')
})

test.each(people.map((person) => [person.card.slug, person] as const))(
  'the card of %s is complete and valid, and nothing in it is changed',
  (_, { card, gallery }) => {
    const { website, nameParts, phones, emails, pronouns, department, customCss, ...rest } = card
    const { pin, form, ...fields } = rest
    const parsed = CardInput.parse({
      ...fields,
      formConfig: form ?? {},
      customizations: {
        website,
        nameParts,
        phones,
        emails,
        pronouns,
        department,
        customCss,
        pin: { latitude: pin[0], longitude: pin[1], of: card.address },
      },
    })
    expect(parsed).toMatchObject(fields)
    expect(sanitizeCss(customCss ?? '')).toMatchObject({ removed: [] })
    expect(gallery.length).toBeGreaterThanOrEqual(4)
    expect(gallery.length).toBeLessThanOrEqual(8)
    const empty = Object.entries(fields).filter(([, value]) => !value || value.length === 0)
    expect(empty).toEqual([])
  },
)

test.each(people.map((person) => [person.card.slug, person] as const))(
  'the events of %s are deterministic, end at the current time, and click only links of the card',
  (_, person) => {
    const events = [...eventsOf(person, card, now)].flat()
    expect([...eventsOf(person, card, now)].flat()).toEqual(events)
    expect(new Set(events.map(({ id }) => id)).size).toBe(events.length)
    for (const event of events) {
      EventId.parse(event.id)
      expect(CardEvent.parse(event)).toEqual(event)
    }
    const first = Math.min(...events.map(({ at }) => at))
    expect((today - first) / 86_400_000).toBeCloseTo(90, -1)
    expect(Math.max(...events.map(({ at }) => at))).toBeLessThan(now)
    for (const early of [today, today + 1, today + 3_600_000]) {
      const made = [...eventsOf(person, card, early)].flat()
      expect(made.filter(({ kind, at }) => kind === 'view' && at >= today).length).toBeGreaterThan(
        2,
      )
    }
    const links = [
      'primary',
      ...person.card.customButtons.map((_, i) => `button-${i}`),
      ...Object.keys(person.card.socialLinks),
    ]
    const pressed = events.filter(({ kind }) => kind === 'click').map(({ linkId }) => linkId)
    expect(links).toEqual(expect.arrayContaining([...new Set(pressed)]))
    expect(events.some(({ leftOut }) => leftOut === 'bot')).toBe(true)
    expect(new Set(events.map(({ source }) => source))).toContain('GHJKLM')
  },
)

test('ada has twelve form submissions, none twice and none in the future', () => {
  const ada = people.find(({ card }) => card.slug === 'ada')
  const rows = ada ? submissionsOf(ada, 7, today) : []
  expect(new Set(rows.map(({ clientId }) => clientId)).size).toBe(12)
  for (const { timestamp } of rows) expect(Date.parse(timestamp ?? '')).toBeLessThan(today)
})

test('every image belongs to a card, has the size of its kind, and all take at most 4 MB', () => {
  const sizes = people.flatMap(({ card, cover, favicon, gallery }) => [
    [`${card.slug}-profile.jpg`, 500, 500],
    ...(cover ? [[`${card.slug}-cover.jpg`, 1200, 400]] : []),
    [`${card.slug}-logo.png`],
    ...(favicon ? [[`${card.slug}-favicon.png`]] : []),
    ...gallery.map(([name]) => [`${card.slug}-${name}.jpg`, 1200, 800]),
  ])
  const files = readdirSync(folder)
  expect(files.sort()).toEqual(sizes.map(([file]) => file).sort())
  for (const [file, width, height] of sizes) {
    const picture = measureImage(readFileSync(`${folder}/${file}`))
    expect(picture, `${file}`).toMatchObject(width ? { width, height } : { type: 'png' })
  }
  const bytes = files.map((file) => statSync(`${folder}/${file}`).size)
  expect(bytes.reduce((sum, size) => sum + size)).toBeLessThan(4_000_000)
})

test('every portrait fits the inline photo at 96 pixels or more', async () => {
  for (const { card } of people) {
    const small = await sharp(`${folder}/${card.slug}-profile.jpg`)
      .resize(96)
      .webp({ quality: 30 })
      .toBuffer()
    expect(small.length, card.slug).toBeLessThanOrEqual(inlinePhotoMaxBytes)
  }
})
