/** Policy rows of the archive of a card. */
import { archiveMaxBytes, ImportedArchive } from '../../schema/card-archive.ts'
import { inboxFullMessage } from '../../schema/inbox.ts'
import { cardFullMessage } from '../../schema/upload.ts'
import { kB, type PolicyRow } from './row.ts'

const ownOr4 = 'the card owner, or level 4 and not below the owner'

export const cardArchiveRows: Record<string, PolicyRow> = {
  'GET /api/business-cards/:id/archive': {
    access: 1,
    prefetch: 'card',
    summary: 'A card as a ZIP: page, data, contact files, pictures, share points and figures',
    rule: `${ownOr4}; with contacts: the card owner, or level 5`,
    responseType: 'application/zip',
    export: true,
  },
  'POST /api/business-cards/:id/archive': {
    access: 1,
    prefetch: 'card',
    summary: 'Replace a card with that of an archive, and add its share points and contacts',
    rule: `${ownOr4}; contacts: the card owner, or level 5; custom CSS and chatbot code: level 3`,
    maxBody: archiveMaxBytes + 4 * kB,
    requestTypes: ['multipart/form-data'],
    response: ImportedArchive,
    errors: { 409: `${cardFullMessage} Or: ${inboxFullMessage}` },
  },
}
