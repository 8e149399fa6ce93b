import { env } from 'cloudflare:workers'
import { deflateSync } from 'node:zlib'
import { expect, test } from 'vitest'
import { Card, PublicCard } from '../../schema/cards/card.ts'
import { Uploaded } from '../../schema/images/upload.ts'
import { makeCard, request, signIn } from '../testing/app.ts'
import { cleanImage, gif, jpeg, makeFormData, makePng, pngChunk, svg } from '../testing/images.ts'
import { detectLogoTone } from './logo-tone.ts'

type Color = readonly [number, number, number, number]

const none = [0, 0, 0, 0] as const
const black = [10, 12, 30, 255] as const
const white = [250, 250, 240, 255] as const
const orange = [245, 120, 11, 255] as const

type Header = { width: number; height: number; depth: 8 | 16; colorType: number }

/** A PNG with these rows; `chunks` come before them. */
function encodePng(
  { width, height, depth, colorType }: Header,
  rowAt: (y: number) => number[],
  chunks: Buffer[] = [],
): Uint8Array<ArrayBuffer> {
  const header = Buffer.alloc(13)
  header.writeUInt32BE(width, 0)
  header.writeUInt32BE(height, 4)
  header.set([depth, colorType], 8)
  const rows = Array.from({ length: height }, (_, y) => Buffer.from([0, ...rowAt(y)]))
  return new Uint8Array(
    Buffer.concat([
      Buffer.from('89504e470d0a1a0a', 'hex'),
      pngChunk('IHDR', header),
      ...chunks,
      pngChunk('IDAT', deflateSync(Buffer.concat(rows))),
      pngChunk('IEND', Buffer.alloc(0)),
    ]),
  )
}

/** A PNG with an alpha channel, 100 by 40 times `scale`, with the colors that `colorAt` returns. */
function drawLogo(colorAt: (x: number, y: number) => Color, scale = 1): Uint8Array<ArrayBuffer> {
  const size = { width: 100 * scale, height: 40 * scale }
  return encodePng({ ...size, depth: 8, colorType: 6 }, (y) =>
    Array.from({ length: size.width }, (_, x) => colorAt(x / scale, y / scale)).flat(),
  )
}

/** A logo of columns in these colors. */
function logoOf(...columns: Color[]): Uint8Array<ArrayBuffer> {
  return drawLogo((x) => columns[Math.floor((x * columns.length) / 100)] ?? none)
}

/** An oval in one color, with a bar across its middle in another. */
function ovalOf(oval: Color, bar: Color): Uint8Array<ArrayBuffer> {
  return drawLogo((x, y) => {
    if (Math.abs(x - 50) < 34 && Math.abs(y - 20) < 8) return bar
    return isInOval(x, y, 1) ? oval : none
  })
}

/** A line around an oval that is as transparent as what surrounds it, with a bar inside. */
function outlineOf(line: Color, bar: Color = none): Uint8Array<ArrayBuffer> {
  return drawLogo((x, y) => {
    if (Math.abs(x - 50) < 30 && Math.abs(y - 20) < 6) return bar
    return isInOval(x, y, 1) && !isInOval(x, y, 0.85) ? line : none
  })
}

function isInOval(x: number, y: number, size: number): boolean {
  return Math.hypot((x - 50) / 48, (y - 20) / 19) < size
}

test.each([
  ['dark letters', logoOf(none, black, none, black), 'dark'],
  ['light letters', logoOf(none, white, none, white), 'light'],
  ['a colored mark', logoOf(none, orange), ''],
  ['a dark name beside a colored mark', logoOf(none, orange, orange, orange, black), 'dark'],
  ['light letters in a dark oval', ovalOf(black, white), 'dark'],
  ['light letters in a colored oval', ovalOf(orange, white), ''],
  ['dark letters in a colored oval', ovalOf(orange, black), ''],
  ['a light outline', outlineOf(white), 'light'],
  ['a colored outline', outlineOf(orange), ''],
  [
    'a dark bar in a colored outline, through which the card shows',
    outlineOf(orange, black),
    'dark',
  ],
  ['nothing to see', logoOf(none, none), ''],
  ['dark letters on a ground of their own', logoOf(white, black, white, white), ''],
  ['a dark opaque PNG', makePng(100, 40, 10), ''],
  ['a JPEG', jpeg, ''],
  ['a GIF of one transparent pixel', gif, ''],
  ['an SVG without colors', svg('<path d="M0 0h9v9"/>'), 'dark'],
  ['a white SVG', svg('<path fill="#fff" d="M0 0h9v9"/>'), 'light'],
  ['an SVG in navy', svg('<g style="fill:#0c1a2c"><path d="M0 0h9v9"/></g>'), 'dark'],
  ['an SVG in orange', svg('<path fill="#f5780b" d="M0 0h9v9"/>'), ''],
])('%s', async (_, file, tone) => {
  expect(await detectLogoTone(env, await cleanImage(file))).toBe(tone)
})

async function makeOwner() {
  const { user, request: send } = await signIn(1)
  const { id, slug } = await makeCard({ userId: user.id, company: 'Engines' })
  const upload = async (file: Uint8Array<ArrayBuffer>) => {
    const sent = makeFormData({ file, cardId: `${id}`, type: 'logo' })
    return Uploaded.parse(await (await send('POST', '/api/upload', sent)).json()).url
  }
  const save = async (logoUrl: string | null) => {
    const saved = await send('PUT', `/api/business-cards/${id}`, { slug, logoUrl, theme: 'tech' })
    return Card.parse(await saved.json())
  }
  const page = async () => (await request('GET', `/view/${slug}`)).text()
  return { id, slug, upload, save, page }
}

test('the tone of a logo is part of the card, its JSON and its page', async () => {
  const { slug, upload, save, page } = await makeOwner()
  const dark = await upload(logoOf(none, black))
  expect((await save(dark)).logoTone).toBe('dark')
  expect(await page()).toMatch(/<img [^>]*class="bc-dark"/)
  const read = await request('GET', `/api/card/${slug}`)
  expect(PublicCard.parse(await read.json()).logoTone).toBe('dark')
  expect((await save(await upload(logoOf(none, orange)))).logoTone).toBeNull()
  expect(await page()).not.toMatch(/<img [^>]*class="bc-(?:dark|light)"/)
  expect((await save('https://elsewhere.example/logo.png')).logoTone).toBeNull()
})

const stripes = { width: 100, height: 40, depth: 8 as const }
const isDark = (x: number) => Math.floor(x / 25) % 2 === 1
const columns = Array.from({ length: 100 }, (_, x) => x)

test.each<[string, Uint8Array<ArrayBuffer>, string | undefined]>([
  ['thin letters of a large PNG', drawLogo((x) => (x % 4 < 2 ? black : none), 15), 'dark'],
  [
    'a palette',
    encodePng({ ...stripes, colorType: 3 }, () => columns.map((x) => (isDark(x) ? 1 : 0)), [
      pngChunk('PLTE', Buffer.from([255, 255, 255, 10, 12, 30])),
      pngChunk('tRNS', Buffer.from([0])),
    ]),
    'dark',
  ],
  [
    'one transparent color',
    encodePng(
      { ...stripes, colorType: 2 },
      () => columns.flatMap((x) => (isDark(x) ? [250, 250, 240] : [1, 2, 3])),
      [pngChunk('tRNS', Buffer.from([0, 1, 0, 2, 0, 3]))],
    ),
    'light',
  ],
  [
    '16 bits of gray and of alpha',
    encodePng({ ...stripes, depth: 16, colorType: 4 }, () =>
      columns.flatMap((x) => (isDark(x) ? [20, 0, 255, 255] : [0, 0, 0, 0])),
    ),
    'dark',
  ],
  ['more than two megapixels', makePng(2000, 1100, 10), undefined],
  ['a GIF', gif, undefined],
])('without the Images binding: %s', async (_, file, tone) => {
  expect(await detectLogoTone({}, await cleanImage(file))).toBe(tone)
})
