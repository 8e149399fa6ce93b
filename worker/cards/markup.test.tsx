import fc from 'fast-check'
import type { ReactElement } from 'react'
import { renderToStaticMarkup } from 'react-dom/server'
import { expect, test } from 'vitest'
import { CardArticle } from '../../card/Card.tsx'
import { blankCard } from '../../schema/blank-card.ts'
import type { PublicCard } from '../../schema/card.ts'
import { networkNames } from '../../schema/social.ts'
import { markup } from './markup.ts'

const text = fc.oneof(
  fc.string({ unit: 'grapheme' }),
  fc.string({ unit: fc.constantFrom(...`"'<>&a `) }),
)
const link = fc.oneof(
  text,
  fc.webUrl(),
  fc.constant('javascript:alert(1)'),
  fc.constant(`/images/${'ab'.repeat(32)}-1200.png`),
)
const maybe = <T,>(one: fc.Arbitrary<T>) => fc.option(one, { nil: null })

const cards: fc.Arbitrary<PublicCard> = fc
  .record({
    name: maybe(text),
    title: maybe(text),
    company: maybe(text),
    phone: maybe(fc.oneof(text, fc.constant('+44 20 7946 0155'))),
    email: maybe(fc.oneof(text, fc.emailAddress())),
    address: maybe(text),
    about: maybe(text),
    profilePicture: maybe(link),
    coverPhoto: maybe(link),
    logoUrl: maybe(link),
    videoUrl: maybe(fc.oneof(link, fc.constant('https://vimeo.com/76979871'))),
    socialLinks: fc.dictionary(fc.constantFrom(...networkNames.keys(), 'mastodon'), link),
    customButtons: fc.array(fc.record({ text, url: link, backgroundColor: text })),
    gallery: fc.array(fc.record({ url: link, alt: maybe(text) })),
    fields: fc.subarray(['name', 'email', 'message'] as const),
    label: maybe(text),
    hasChat: fc.boolean(),
  })
  .map(({ fields, label, ...shown }) => ({
    ...blankCard,
    ...shown,
    id: 7,
    slug: 'ada',
    theme: 'tech',
    formConfig: {
      fields: fields.map((key) => ({ key, label, required: key === 'name' })),
      consent: label,
      thanks: label,
    },
  }))

test('any card has the markup that React makes of it', () => {
  fc.assert(
    fc.property(cards, fc.constantFrom('full', 'preview'), (card, variant) => {
      expectSame(<CardArticle card={card} variant={variant} />)
    }),
    { numRuns: 300 },
  )
})

test('attributes and children are written as React writes them', () => {
  expectSame(
    <>
      {[1, 'two', null, undefined, false, true, <b key="b">{0}</b>]}
      <a
        href="https://x.test/?a=1&b='2'"
        hidden={false}
        data-open={true}
        aria-hidden={false}
        title=""
      >
        &amp; &lt;
      </a>
      <input tabIndex={-1} required maxLength={40} autoComplete="off" disabled={false} />
      <svg
        aria-hidden="true"
        strokeWidth={2}
        strokeLinecap="round"
        fillRule="evenodd"
        viewBox="0 0 1 1"
      >
        <path d="M0 0" />
      </svg>
      <output htmlFor="x" className="a b" />
      <img srcSet="/a.png 1x" alt="" decoding="async" loading="lazy" />
    </>,
  )
})

test('what it cannot write it refuses, and a script address it leaves out', () => {
  expect(() => markup(<p style={{ color: 'red' }} />)).toThrow('style')
  expect(() => markup(<p onScroll={() => {}} />)).toThrow('onScroll')
  for (const href of ['javascript:alert(1)', ' JavaScript:alert(1)', 'java\tscript:alert(1)'])
    expect(markup(<a href={href}>x</a>)).toBe('<a>x</a>')
})

/** React writes some attributes of forms in an order of its own. */
function expectSame(element: ReactElement) {
  expect(inOrder(markup(element))).toBe(inOrder(renderToStaticMarkup(element)))
}

function inOrder(html: string): string {
  return html.replace(/<(\w+)((?: [\w-]+="[^"]*")+)(\/?)>/g, (_, name, attributes, end) => {
    const all: string[] = attributes.match(/ [\w-]+="[^"]*"/g)
    return `<${name}${all.sort().join('')}${end}>`
  })
}
