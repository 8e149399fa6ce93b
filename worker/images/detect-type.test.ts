import fc from 'fast-check'
import { expect, test } from 'vitest'
import { gif, makePng, svg, webp } from '../testing/images.ts'
import { fits, measureImage } from './clean.ts'

test('the type is detected from the bytes', () => {
  expect(measureImage(makePng(40, 30))).toMatchObject({ type: 'png', width: 40, height: 30 })
  expect(measureImage(gif)).toMatchObject({ type: 'gif', width: 1, height: 1 })
  expect(measureImage(webp)).toMatchObject({ type: 'webp', width: 1, height: 1 })
  expect(measureImage(svg('<path d="M0 0h9"/>'))).toMatchObject({
    type: 'svg',
    width: 20,
    height: 10,
  })
})

test('the size of a JPEG takes its Exif orientation into account', () => {
  const turned = Buffer.from(
    'ffd8ffe1002245786966000049492a0008000000010012010300010000000600000000000000ffc0000b080010002001011100ffd9',
    'hex',
  )
  expect(measureImage(new Uint8Array(turned))).toMatchObject({
    type: 'jpg',
    width: 16,
    height: 32,
  })
})

function isDecoded(bytes: Uint8Array) {
  const picture = measureImage(bytes)
  return picture && fits(picture)
}

test('an image too large to decode is refused by its header', () => {
  const png = makePng(4, 4)
  expect(isDecoded(png)).toBe(true)
  const view = new DataView(png.buffer)
  view.setUint32(16, 12_001)
  expect(isDecoded(png)).toBe(false)
  view.setUint32(16, 11_000)
  view.setUint32(20, 11_000)
  expect(isDecoded(png)).toBe(false)
})

test('an SVG with active content or external references is refused', () => {
  const hostile = [
    '<script>alert(1)</script>',
    '<x:script xmlns:x="http://www.w3.org/2000/svg">1</x:script>',
    '<foreignObject><b/></foreignObject>',
    '<path onclick="alert(1)" d=""/>',
    '<path d=""onload=alert(1) />',
    '<a href="https://elsewhere.example"><path d=""/></a>',
    '<use xlink:href="https://elsewhere.example/a.svg#b"/>',
    '<image href="data:image/png;base64,AAAA"/>',
    '<path fill="url(https://elsewhere.example/#a)"/>',
    '<style>@import "https://elsewhere.example"</style>',
    '<animate attributeName="href" to="javascript:alert(1)"/>',
    '<text>&#106;</text>',
    '<!-- a comment -->',
    '<![CDATA[x]]>',
    '<metadata/>',
    '<path data-x="1" d=""/>',
    '<path d=""',
    '<g>',
    '</g>',
    '<g></path>',
    '</svg><svg>',
    '</svg>text<svg>',
    '<path style="fill: url(\'//elsewhere.example\')" d=""/>',
    '<path style="fill: u\\72l(//elsewhere.example)" d=""/>',
    '<path style="fill: image-set(\'elsewhere.png\' 1x)" d=""/>',
    '<path style="width: expression(alert(1))" d=""/>',
    '<path class="javascript:alert(1)" d=""/>',
    '<g>'.repeat(32) + '</g>'.repeat(32),
    '<g/>'.repeat(5000),
  ]
  for (const inside of hostile) expect(measureImage(svg(inside)), inside).toBeUndefined()
  const typed = Buffer.from('<!DOCTYPE svg [<!ENTITY a "b">]><svg width="1" height="1"></svg>')
  expect(measureImage(new Uint8Array(typed))).toBeUndefined()
  expect(measureImage(svg('', 'onload="alert(1)"'))).toBeUndefined()
})

test('an SVG as written by drawing programs is accepted', () => {
  const text = `<?xml version="1.0" encoding="utf-8"?>
    <svg version="1.1" id="a" xmlns="http://www.w3.org/2000/svg" xmlns:xlink="http://www.w3.org/1999/xlink"
      width="20px" height="10px" viewBox="0 0 20 10" xml:space='preserve'>
      <title>A &amp; B</title>
      <g transform="translate(1 2)" style="fill:#f00;fill-rule:evenodd"><path d="M0 0h9z"/></g>
    </svg>
    `
  expect(measureImage(new Uint8Array(Buffer.from(text)))).toMatchObject({
    type: 'svg',
    width: 20,
  })
})

test('an SVG with internal references is accepted', () => {
  const inside =
    '<defs><linearGradient id="a"/></defs><path fill="url(#a)" d="M0 0h9"/><use href="#a"/>'
  expect(measureImage(svg(inside))?.type).toBe('svg')
})

test('detection throws for no input', () => {
  const start = fc.constantFrom(
    new Uint8Array(),
    makePng(3, 3),
    gif,
    webp,
    svg('<g>'),
    new Uint8Array([0xff, 0xd8, 0xff, 0xe0]),
  )
  fc.assert(
    fc.property(start, fc.uint8Array({ maxLength: 60 }), fc.nat(60), (head, noise, cut) => {
      const bytes = new Uint8Array([...head.subarray(0, cut), ...noise])
      const picture = measureImage(bytes)
      expect(picture === undefined || picture.width * picture.height > 0).toBe(true)
    }),
  )
})
