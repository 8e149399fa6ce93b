/** Policy rows of share points. */
import * as z from 'zod/mini'
import { maxActiveSharePoints, maxSharePoints, SharePoint } from '../../schema/share-point.ts'
import { kB, type PolicyRow } from './row.ts'

const ownOr4 = 'the card owner, or level 4 and not below the owner'
const missing = 'Share point not found'

export const tooManyActive = `This card has ${maxActiveSharePoints} active share points. Archive one you no longer use.`
export const tooManySharePoints = `This card has reached the limit of ${maxSharePoints} share points. Rename one you no longer use.`

export const sharePointRows: Record<string, PolicyRow> = {
  'GET /api/business-cards/:id/share-points': {
    access: 1,
    prefetch: 'card',
    summary: "A card's share points, oldest first, archived ones included",
    rule: ownOr4,
    response: z.array(SharePoint),
    apiToken: 'read',
  },
  'POST /api/business-cards/:id/share-points': {
    access: 1,
    prefetch: 'card',
    summary: 'Create a share point, with a code of its own',
    rule: ownOr4,
    maxBody: 4 * kB,
    response: SharePoint,
    status: 201,
    errors: { 409: `${tooManyActive} Or: ${tooManySharePoints}` },
  },
  'PATCH /api/share-points/:id': {
    access: 1,
    summary: 'Rename, change, archive or restore a share point; its code never changes',
    rule: ownOr4,
    maxBody: 4 * kB,
    response: SharePoint,
    errors: { 404: missing, 409: tooManyActive },
  },
  'GET /api/share-points/:id/qr.svg': {
    access: 1,
    summary: "A share point's QR code for print, as SVG",
    rule: ownOr4,
    responseType: 'image/svg+xml',
    errors: { 404: missing },
  },
  'GET /api/share-points/:id/qr.png': {
    access: 1,
    summary: "A share point's QR code as PNG, 256 to 4096 pixels",
    rule: ownOr4,
    responseType: 'image/png',
    errors: { 404: missing },
  },
}
