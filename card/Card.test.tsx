import fc from 'fast-check'
import { renderToStaticMarkup } from 'react-dom/server'
import { expect, test } from 'vitest'
import { blankCard } from '../schema/cards/blank-card.ts'
import type { PublicCard } from '../schema/cards/card.ts'
import { networkNames } from '../schema/cards/social.ts'
import { Card } from './Card.tsx'
import { telHref } from './contact/phone.ts'
import { leftSections } from './parts/columns.ts'
import { Exchange } from './parts/ExchangeForm.tsx'
import { english } from './words/en.ts'

const blank: PublicCard = { ...blankCard, id: 7, slug: 'ada', theme: 'tech' }

const full: PublicCard = {
  ...blank,
  name: 'Ada Lovelace',
  title: 'Countess',
  company: 'Engine Works',
  phone: '+44 20 7946 0155',
  email: 'ada@engine.example',
  address: '12 St James’s Square',
  about: 'First line\nsecond line',
  videoUrl: 'https://vimeo.com/76979871',
  socialLinks: Object.fromEntries(
    [...networkNames.keys(), 'mastodon'].map((key) => [key, `https://${key}.example`]),
  ),
  customButtons: [
    { text: 'Off', url: 'javascript:alert(1)', backgroundColor: '#000000' },
    { text: 'On', url: 'engine.example/book', backgroundColor: '#123456' },
  ],
  gallery: [1, 2].map((n) => ({ url: `/images/${String(n).repeat(64)}-1200.png`, alt: null })),
  formConfig: {
    fields: [{ key: 'email', label: null, required: true }],
    consent: null,
    thanks: null,
  },
  customizations: { ...blank.customizations, website: 'engine.example' },
}

test('a full card shows every part', () => {
  const html = show(full)
  for (const part of [
    'Ada Lovelace</h1>',
    'href="/api/vcard/7"',
    'href="tel:+442079460155"',
    'href="mailto:ada@engine.example"',
    'ada@<wbr/>engine.example',
    'href="https://engine.example"',
    'href="https://engine.example/book"',
    'data-act="custom" data-id="button-1"',
    'data-act="social" data-id="mastodon"',
    'Gallery image 2 of 2',
    'Show Map',
    'aria-label="Play video"',
    'action="/api/form-submissions"',
  ])
    expect(html).toContain(part)
  expect(html).not.toContain('javascript:')
  expect(html).not.toContain('style=')
})

test('the form is folded, between Save Contact and Call', () => {
  const html = show(full)
  expect(html).toMatch(
    />Save Contact<.*<details class="bc-ex"><summary.*<form.*<\/details><a [^>]*>Call</s,
  )
})

test('a text that Read more would hardly shorten is not folded', () => {
  const line = 'A line about work, bridges and the weather over the river. '
  expect(show({ ...full, about: line.repeat(6) })).not.toContain('bc-clamp')
  expect(show({ ...full, about: line.repeat(8) })).toContain('bc-clamp')
  expect(show({ ...full, about: 'Line\n'.repeat(9) })).toContain('bc-clamp')
})

test('sections move to the left column of a wide screen until both are about equal', () => {
  expect(leftSections({ ...full, socialLinks: {} })).toBe(1)
  const short = { ...full, gallery: [], videoUrl: null, address: null, socialLinks: {} }
  expect(leftSections({ ...short, about: 'Long. '.repeat(150) })).toBe(0)
})

test('what is too short for a column stays below the contact details', () => {
  expect(leftSections({ ...blank, about: 'Short.' })).toBe(6)
})

test('the preview has the video, but no Save Contact, gallery, location or form', () => {
  const html = show(full, 'preview')
  for (const part of ['Save Contact', 'Gallery', 'Show Map', '<form', '<h1'])
    expect(html).not.toContain(part)
  for (const part of ['Ada Lovelace</h2>', 'Play video', 'First line', 'bc-c-123456'])
    expect(html).toContain(part)
})

test('an empty card shows initials and no empty parts', () => {
  const html = show(blank)
  expect(html).toContain('>AC</span>')
  expect(html).toContain('ada</h1>')
  for (const part of ['<h2', 'bc-row', 'bc-soc', 'bc-cta', 'bc-org', 'bc-role'])
    expect(html).not.toContain(part)
})

test('additional phones appear once, under their own label', () => {
  const phones = [
    { label: 'work', value: '+44 20 7946 0155' },
    { label: 'mobile', value: '+44 7700 900123' },
  ] as const
  const html = show({ ...full, customizations: { ...full.customizations, phones: [...phones] } })
  expect(html.match(/\+44 20 7946 0155<\/span>/g)).toHaveLength(1)
  expect(html).toContain('<small>Mobile</small>')
})

test('arbitrary text in any field produces one well-formed card and no injected markup', () => {
  const texts = fc.record({
    name: anyText,
    title: anyText,
    company: anyText,
    phone: anyText,
    email: anyText,
    address: anyText,
    about: anyText,
    videoUrl: anyText,
    profilePicture: anyText,
    coverPhoto: anyText,
  })
  fc.assert(
    fc.property(texts, anyText, (fields, url) => {
      const html = show({
        ...full,
        ...fields,
        socialLinks: { linkedin: url },
        gallery: [{ url, alt: url }],
      })
      expect(html.match(/<h1/g)).toHaveLength(1)
      expect(html).not.toMatch(/<(?:script|style)|\son\w+=|(?:href|src)="\s*(?:javascript|data):/i)
    }),
    { numRuns: 100 },
  )
})

function show(card: PublicCard, variant: 'full' | 'preview' = 'full'): string {
  const exchange = variant === 'full' && <Exchange card={card} words={english} />
  return renderToStaticMarkup(<Card {...{ card, variant, exchange, telHref }} />)
}

// fast-check's own `binary` strings take seconds to prepare.
const anyText = fc
  .array(fc.integer({ min: 0, max: 0x10ffff }).filter((point) => point < 0xd800 || point > 0xdfff))
  .map((points) => String.fromCodePoint(...points))
