/** Keeps the preview picture of a card current: drawn here after a save, and only when what it shows has changed. */
import type { Card } from '../../../../schema/cards/card.ts'
import { type PreviewContent, previewText } from '../../../../schema/cards/preview.ts'
import { publicView } from '../../../../schema/cards/reveal.ts'
import { drawPreview } from './draw-preview.ts'

/** Draws and stores the picture if the stored one is another. A save never waits for it, nor fails with it. */
export async function refreshPreview(card: Card): Promise<void> {
  const shown = publicView(card)
  const of = await hashOf(shown)
  if (!of || of === card.previewOf) return
  const body = new FormData()
  body.append('of', of)
  body.append('file', await drawPreview(shown, shown.logoTone), 'preview.jpg')
  await fetch(`/api/business-cards/${card.id}/preview`, { method: 'PUT', body })
}

// Over plain http, as on a local network, `crypto.subtle` is undefined.
async function hashOf(card: PreviewContent): Promise<string | undefined> {
  const bytes = new TextEncoder().encode(previewText(card))
  const hash = await crypto.subtle?.digest('SHA-256', bytes)
  return (
    hash && Array.from(new Uint8Array(hash), (byte) => byte.toString(16).padStart(2, '0')).join('')
  )
}
