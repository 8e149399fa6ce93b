/** Share points of a card and their QR codes as files for print, for its owner and for level 4. */

import { crc32, deflateSync } from 'node:zlib'
import { type Context, Hono } from 'hono'
import * as z from 'zod/mini'
import { drawQr, qrSvg, quietZone } from '../../card/qr/drawing.ts'
import { qrModules } from '../../card/qr/modules.ts'
import { sharePointPath } from '../../schema/screens.ts'
import {
  datesMessage,
  NewSharePoint,
  plainQr,
  QrPngQuery,
  SharePoint,
  SharePointChange,
} from '../../schema/share-points/share-point.ts'
import { mayStillWrite } from '../accounts/auth-version.ts'
import { requireUser } from '../accounts/sessions.ts'
import { cardEditors, cardOfPath, findEditableCard } from '../cards/rules.ts'
import { type App, publicOrigin } from '../env.ts'
import { kB } from '../http/declaration.ts'
import { endpoint } from '../http/endpoint.ts'
import { fail, orNotFound } from '../http/errors.ts'
import { pathId } from '../http/input.ts'
import { allow } from '../http/rules.ts'
import { database } from '../platform/database.ts'
import { contentDisposition } from '../platform/download.ts'
import { invalidatePages } from '../public/page-cache.ts'
import {
  changeSharePoint,
  createSharePoint,
  findSharePoint,
  listSharePoints,
  type StoredSharePoint,
  tooManyActive,
  tooManySharePoints,
} from './queries.ts'

const missing = 'Share point not found'

export const cardSharePointsRoutes = new Hono<App>()

cardSharePointsRoutes.get(
  '/:id/share-points',
  endpoint({
    access: 1,
    apiToken: 'read',
    rule: cardEditors,
    load: cardOfPath,
    response: z.array(SharePoint),
    summary: "A card's share points, oldest first, archived ones included",
  }),
  async (c) => {
    const card = await findEditableCard(c)
    const points = await listSharePoints(database(c.env.DB), card.id)
    return c.json(points.map((point) => shown(c, point)))
  },
)

cardSharePointsRoutes.post(
  '/:id/share-points',
  endpoint({
    access: 1,
    rule: cardEditors,
    load: cardOfPath,
    body: NewSharePoint,
    maxBody: 4 * kB,
    response: SharePoint,
    status: 201,
    summary: 'Create a share point, with a code of its own',
    example: {
      label: 'Booth 12, Hannover Messe',
      kind: 'booth',
      activeFrom: '2026-04-20',
      activeTo: '2026-04-24',
    },
    errors: { 409: `${tooManyActive} Or: ${tooManySharePoints}` },
    audit: 'share-point-created',
  }),
  async (c) => {
    const card = await findEditableCard(c)
    const user = requireUser(c)
    const owner = { cardId: card.id, userId: user.id, may: mayStillWrite(user, card) }
    const point = await createSharePoint(c.env, owner, c.req.valid('json'))
    if (point === 'no card') fail(404, 'Card not found')
    if (point === 'too many') fail(409, tooManySharePoints)
    if (point === 'too many active') fail(409, tooManyActive)
    c.set('changed', { code: point.code })
    if (point.showsHidden) await invalidatePages(c.env, publicOrigin(c.env, c.req.raw), [card.slug])
    return c.json(shown(c, point), 201)
  },
)

export const sharePointsRoutes = new Hono<App>()

sharePointsRoutes.patch(
  '/:id',
  endpoint({
    access: 1,
    rule: cardEditors,
    body: SharePointChange,
    maxBody: 4 * kB,
    response: SharePoint,
    summary: 'Rename, change, archive or restore a share point; its code never changes',
    example: { label: 'Booth 14, Hannover Messe' },
    errors: { 404: missing, 409: tooManyActive },
    audit: 'share-point-changed',
  }),
  async (c) => {
    const { id, cardId, code, slug, userId } = await editableSharePoint(c)
    const change = c.req.valid('json')
    const may = mayStillWrite(requireUser(c), { id: cardId, userId })
    const point = await changeSharePoint(database(c.env.DB), { id, may }, change)
    if (point === 'not allowed') fail(404, missing)
    if (point === 'too many active') fail(409, tooManyActive)
    if (point === 'dates') fail(400, datesMessage)
    c.set('changed', { code, card: cardId, fields: Object.keys(change) })
    // The copies of the page name the codes that show more.
    if (point.showsHidden || change.showsHidden === false)
      await invalidatePages(c.env, publicOrigin(c.env, c.req.raw), [slug])
    return c.json(shown(c, point))
  },
)

sharePointsRoutes.get(
  '/:id/qr.svg',
  endpoint({
    access: 1,
    rule: cardEditors,
    responseType: 'image/svg+xml',
    summary: "A share point's QR code for print, as SVG",
    errors: { 404: missing },
  }),
  async (c) => {
    const point = await editableSharePoint(c)
    c.header('Content-Type', 'image/svg+xml')
    c.header('Content-Disposition', contentDisposition({ ...fileOf(c, point), extension: 'svg' }))
    return c.body(plainQrSvg(urlOf(c, point)))
  },
)

sharePointsRoutes.get(
  '/:id/qr.png',
  endpoint({
    access: 1,
    rule: cardEditors,
    query: QrPngQuery,
    responseType: 'image/png',
    summary: "A share point's QR code as PNG, 256 to 4096 pixels",
    errors: { 404: missing },
  }),
  async (c) => {
    const point = await editableSharePoint(c)
    c.header('Content-Type', 'image/png')
    c.header('Content-Disposition', contentDisposition({ ...fileOf(c, point), extension: 'png' }))
    return c.body(plainQrPng(urlOf(c, point), c.req.valid('query').size))
  },
)

async function editableSharePoint(c: Context<App>) {
  const id = pathId(c.req.param('id') ?? '')
  const point = orNotFound(await findSharePoint(database(c.env.DB), id), missing)
  return allow(c, cardEditors, point)
}

function shown(c: Context<App>, point: StoredSharePoint): SharePoint {
  return { ...point, archived: point.archivedAt !== null, url: urlOf(c, point) }
}

function urlOf(c: Context<App>, { code }: { code: string }): string {
  return publicOrigin(c.env, c.req.raw) + sharePointPath(code)
}

function fileOf({ env }: Context<App>, { slug, label }: { slug: string; label: string }) {
  return { stem: `${env.PRODUCT_SHORT_NAME}-${slug}-${label}` }
}

function plainQrSvg(text: string): string {
  return qrSvg(drawQr(text, plainQr, false))
}

/** A PNG of `size` × `size` pixels (256 or more). Modules are whole pixels, and the quiet zone takes the rest. */
function plainQrPng(text: string, size: number): Uint8Array<ArrayBuffer> {
  const modules = qrModules(text)
  const scale = Math.floor(size / (modules.length + 2 * quietZone))
  const start = Math.floor((size - scale * modules.length) / 2)
  const isDark = (row: boolean[] | undefined, x: number) => row?.[Math.floor((x - start) / scale)]
  const rows = modules.map((row) => bitsOf(size, (x) => x < start || !isDark(row, x)))
  const white = bitsOf(size, () => true)
  const image = Array.from(
    { length: size },
    (_, y) => rows[Math.floor((y - start) / scale)] ?? white,
  )
  const header = Buffer.alloc(13)
  header.writeUInt32BE(size, 0)
  header.writeUInt32BE(size, 4)
  // One bit per pixel, grayscale.
  header.writeUInt8(1, 8)
  return Buffer.concat([
    Buffer.from('\x89PNG\r\n\x1a\n', 'latin1'),
    chunk('IHDR', header),
    chunk('IDAT', deflateSync(Buffer.concat(image))),
    chunk('IEND', Buffer.alloc(0)),
  ])
}

/** A row of pixels, eight per byte, behind a filter byte of 0. */
function bitsOf(size: number, isWhite: (x: number) => boolean): Buffer {
  const bytes = Buffer.alloc(1 + Math.ceil(size / 8))
  for (let x = 0; x < size; x += 1)
    if (isWhite(x)) bytes[1 + (x >> 3)] = (bytes[1 + (x >> 3)] ?? 0) | (0x80 >> (x & 7))
  return bytes
}

function chunk(name: string, data: Buffer): Buffer {
  const body = Buffer.concat([Buffer.from(name, 'latin1'), data])
  const framed = Buffer.alloc(body.length + 8)
  framed.writeUInt32BE(data.length, 0)
  body.copy(framed, 4)
  framed.writeUInt32BE(crc32(body), body.length + 4)
  return framed
}
