import fc from 'fast-check'
import { createElement, type ReactNode } from 'react'
import { renderToStaticMarkup } from 'react-dom/server'
import { type Plugin, runnerImport } from 'vite'
import { expect, test } from 'vitest'
import * as drawn from './card/testing/drawn.tsx'
import { pageMarkup, withoutJsx } from './page-markup.ts'
import { blankCard } from './schema/blank-card.ts'
import type { PublicCard } from './schema/card.ts'
import { networkNames } from './schema/social.ts'

type Written = typeof drawn & { markup: (value: unknown) => string }

const { module: written } = await runnerImport<Written>('written', {
  configFile: false,
  plugins: [entry(), pageMarkup()],
})

/** The same components as `drawn`, as a worker has them. */
function entry(): Plugin {
  const path = (name: string) => JSON.stringify(new URL(name, import.meta.url).pathname)
  return {
    name: 'written',
    resolveId: (id) => (id === 'written' ? '\0written' : undefined),
    load: (id) =>
      id === '\0written'
        ? `export * from ${path('card/testing/drawn.tsx')}; export { markup } from ${path('worker/cards/markup.ts')}`
        : undefined,
  }
}

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
const maybe = <T>(one: fc.Arbitrary<T>) => fc.option(one, { nil: null })

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
      const props = { card, variant }
      const asWritten = written.markup(written.CardArticle(props))
      expect(inOrder(asWritten)).toBe(inOrder(drawnBy(drawn.CardArticle, props)))
    }),
    { numRuns: 300 },
  )
})

test('all that JSX may hold is written as React writes it', () => {
  fc.assert(
    fc.property(text, fc.boolean(), (text, on) => {
      const props = { text, on }
      const asWritten = written.markup(written.Everything(props))
      expect(inOrder(asWritten)).toBe(inOrder(drawnBy(drawn.Everything, props)))
    }),
  )
})

test('what it cannot write is refused when it is built', () => {
  expect(() => withoutJsx('<p title="&nbsp;" />')).toThrow('&nbsp;')
  expect(() => withoutJsx('<p xml:lang="de" />')).toThrow('namespace')
  expect(() => withoutJsx('<p title=<b /> />')).toThrow('title')
  expect(() => withoutJsx('<p>{...[]}</p>')).toThrow('spread')
  expect(() => withoutJsx('<p>')).toThrow()
})

test('a line keeps its number', () => {
  const source = 'const a = (\n  <p>\n    {\n      b\n    }\n  </p>\n)\nthrow new Error()'
  expect(withoutJsx(source).split('\n').indexOf('throw new Error()')).toBe(7)
})

function drawnBy<Props extends object>(component: (props: Props) => ReactNode, props: Props) {
  return renderToStaticMarkup(createElement(component, props))
}

/** React writes some attributes of forms in an order of its own. */
function inOrder(html: string): string {
  return html.replace(/<(\w+)((?: [\w-]+="[^"]*")+)(\/?)>/g, (_, name, attributes, end) => {
    const all: string[] = attributes.match(/ [\w-]+="[^"]*"/g)
    return `<${name}${all.sort().join('')}${end}>`
  })
}
