/** Policy rows of uploads: images of cards, and the preview pictures of their links. */
import { previewError } from '../../schema/preview.ts'
import { cardFullMessage, Uploaded, uploadErrors } from '../../schema/upload.ts'
import { kB, type PolicyRow, tooManyAttemptsMessage } from './row.ts'

const ownOr4 = 'the card owner, or level 4 and not below the owner'

export const imageRows: Record<string, PolicyRow> = {
  'POST /api/upload': {
    access: 1,
    summary: 'Upload an image for a card',
    rule: ownOr4,
    maxBody: 5.5 * kB * kB,
    requestTypes: ['multipart/form-data'],
    response: Uploaded,
    errors: {
      400: uploadErrors.broken,
      404: 'Card not found',
      409: cardFullMessage,
      413: uploadErrors['too large'],
      415: uploadErrors.unknown,
      429: tooManyAttemptsMessage,
    },
  },
  'PUT /api/business-cards/:id/preview': {
    access: 1,
    prefetch: 'card',
    summary: 'Replace the preview picture that apps show for a link to the card',
    rule: ownOr4,
    maxBody: 512 * kB,
    requestTypes: ['multipart/form-data'],
    response: Uploaded,
    // Drawn after each save, which is in the log.
    audit: false,
    errors: {
      400: previewError,
      409: cardFullMessage,
      413: previewError,
      429: tooManyAttemptsMessage,
    },
  },
}
