import { type ComponentProps, type ReactNode, Suspense } from 'react'
import { later } from '../../ui/later.tsx'
import type { LivePreview as Live } from './LivePreview.tsx'
import type { ShareCard as Share } from './ShareCard.tsx'
import { TapHint } from './TapHint.tsx'
import type { VisualEditor as Visual } from './VisualEditor.tsx'

const LoadedVisual = later(async () => (await import('./VisualEditor.tsx')).VisualEditor)
const LoadedPreview = later(async () => (await import('./LivePreview.tsx')).LivePreview)

const LoadedShare = later(async () => (await import('./ShareCard.tsx')).ShareCard)

// The card's own script is not small, and the fields can be used before it is there.

export function VisualEditor(props: ComponentProps<typeof Visual>) {
  return (
    <Suspense fallback={<EmptyDevice below={<TapHint />} />}>
      <LoadedVisual {...props} />
    </Suspense>
  )
}

export function LivePreview(props: ComponentProps<typeof Live>) {
  return (
    <Suspense fallback={<EmptyDevice />}>
      <LoadedPreview {...props} />
    </Suspense>
  )
}

export function ShareCard(props: ComponentProps<typeof Share>) {
  return (
    <Suspense fallback={<div className="share-card" />}>
      <LoadedShare {...props} />
    </Suspense>
  )
}

function EmptyDevice({ below }: { below?: ReactNode }) {
  return (
    <div className="visual-editor" role="status">
      <span className="hidden-text">Loading</span>
      <div className="device">
        <div className="device-screen skeleton" />
      </div>
      {below}
    </div>
  )
}
