import fc from 'fast-check'
import { expect, test } from 'vitest'
import { svg } from '../testing/images.ts'
import { isPlainSvg } from './svg.ts'

const maxRendered = 5000

/** Layers of groups, each with references into layers below it. */
const layers = fc.array(fc.array(fc.nat(20), { minLength: 1, maxLength: 12 }), {
  minLength: 1,
  maxLength: 8,
})

function drawingOf(all: number[][]): string {
  const groups = all.map((refs, at) => {
    const uses = refs.map((ref) => (at === 0 ? '<rect/>' : `<use href="#g${ref % at}"/>`))
    return `<g id="g${at}">${uses.join('')}</g>`
  })
  return groups.join('')
}

/** Counts the rendered elements one by one. */
function expanded(all: number[][]): number {
  let count = 1
  const draw = (at: number): void => {
    count += 1
    for (const ref of all[at] ?? []) {
      if (count > maxRendered) return
      count += 1
      if (at > 0) draw(ref % at)
    }
  }
  for (const at of all.keys()) draw(at)
  return count
}

test('the limit of elements applies after all references are expanded', () => {
  fc.assert(
    fc.property(layers, (all) => {
      expect(isPlainSvg(svg(drawingOf(all)))).toBe(expanded(all) <= maxRendered)
    }),
    { numRuns: 200 },
  )
})

const chainOf = (length: number) =>
  Array.from({ length }, (_, at) => `<use id="i${at}" href="#i${at + 1}"/>`).join('')
const ten = (inside: string) => inside.repeat(10)
const nested = (reference: (at: number) => string) =>
  Array.from(
    { length: 6 },
    (_, at) => `<g id="g${at}">${ten(at ? reference(at - 1) : '<rect/>')}</g>`,
  )
const rects = '<rect width="9" height="9"/>'.repeat(80)

test.each([
  ['nested use', nested((at) => `<use href="#g${at}"/>`).join('')],
  ['nested xlink', nested((at) => `<use xlink:href=" #g${at}"/>`).join('')],
  ['a loop', '<g id="a"><use href="#b"/></g><g id="b"><use href="#a"/></g>'],
  ['a loop of itself', '<g id="a"><use href="#a"/></g>'],
  ['a loop of a pattern', '<pattern id="p"><rect fill="url(#p)"/></pattern>'],
  ['a loop of gradients', '<linearGradient id="a" href="#b"/><linearGradient id="b" href="#a"/>'],
  ['a pattern inherited', `<pattern id="p">${rects}</pattern><g fill="url(#p)">${rects}</g>`],
  [
    'a pattern by style',
    `<pattern id="p">${rects}</pattern><g style="fill: url( '#p' )">${rects}</g>`,
  ],
  ['masks', `<mask id="m">${rects}</mask>${'<g mask="url(#m)"/>'.repeat(70)}`],
  ['clips', `<clipPath id="m">${rects}</clipPath>${'<g clip-path="url(#m)"/>'.repeat(70)}`],
  [
    'markers',
    `<marker id="m">${rects}</marker><path marker-mid="url(#m)" d="M0 0${'h1'.repeat(90)}"/>`,
  ],
  [
    'filters',
    `<filter id="f">${'<feBlend/>'.repeat(9)}</filter>${'<g filter="url(#f)"/>'.repeat(30)}`,
  ],
  ['octaves', '<filter id="f"><feTurbulence numOctaves="900"/></filter>'],
  ['a radius', '<filter id="f"><feMorphology radius="900"/></filter>'],
  ['a matrix', '<filter id="f"><feConvolveMatrix order="99"/></filter>'],
  ['dashes', '<path d="M0 0H9999" stroke-dasharray=".0001"/>'],
  ['a number', '<path d="M0 0H1e9"/>'],
  ['an attribute twice', '<use href="https://evil.example/a.svg#a" href="#b"/>'],
  ['two of one id', `<g id="g">${rects}</g><g id="g"/>${'<use href="#g"/>'.repeat(80)}`],
  ['two gradients of one id', '<linearGradient id="a"/><linearGradient id="a"/>'],
  ['a chain', chainOf(4900)],
  ['a chain of 64', chainOf(64)],
  ['one gradient 2,001 times', `<linearGradient id="a"/><g fill="${'url(#a)'.repeat(2001)}"/>`],
  ['an id spelled otherwise', nested((at) => `<use href="#%67${at}"/>`).join('')],
  [
    'an id with an entity',
    nested((at) => `<use href="#g${at}"/>`)
      .join('')
      .replaceAll('#g', '#&quot;g')
      .replaceAll('id="g', 'id="&quot;g'),
  ],
  ['an id with a space', '<g id="a b"/><use href="#a\nb"/>'],
  ['a paint spelled otherwise', '<pattern id="p"/><g fill="url(#%70)"/>'],
  ['a paint that does not end', '<pattern id="p"/><g fill="url(#p"/>'],
  ['spaces', `<g fill="url(${' '.repeat(40_000)}#"/>`],
])('%s: an SVG that may render slowly is refused', (_, inside) => {
  expect(isPlainSvg(svg(inside, 'xmlns:xlink="http://www.w3.org/1999/xlink"'))).toBe(false)
})

test.each([
  [
    'icons used many times',
    `<symbol id="s"><path d="M0 0h9"/></symbol>${'<use href="#s"/>'.repeat(900)}`,
  ],
  [
    'a gradient for all',
    `<linearGradient id="g"><stop/><stop/></linearGradient><g fill="url(#g)">${rects.repeat(20)}</g>`,
  ],
  [
    'arrows',
    `<marker id="m"><path d="M0 0h9"/></marker>${'<path marker-end="url(#m)" d="M0 0h9v9"/>'.repeat(99)}`,
  ],
  [
    'a shadow',
    '<filter id="f"><feDropShadow stdDeviation="3"/></filter><g filter="url(#f)"><rect/></g>',
  ],
  ['dashes', '<path d="M0 0H99" stroke-dasharray="4 2"/><path stroke-dasharray="none"/>'],
  ['one gradient 2,000 times', `<linearGradient id="a"/><g fill="${'url(#a)'.repeat(2000)}"/>`],
  ['a chain of 63', chainOf(63)],
  ['names of other languages', '<pattern id="é名.a:1-x"/><g fill="url( \'#é名.a:1-x\' ) #fff"/>'],
  ['a reference to nothing', '<use href="#nobody"/><rect fill="url(#nobody)"/>'],
])('%s: an SVG that renders quickly is accepted', (_, inside) => {
  expect(isPlainSvg(svg(inside))).toBe(true)
})
