import { type ComponentType, lazy, Suspense } from 'react'
import { EmptyState } from '../../ui/EmptyState.tsx'
import { Spinner } from '../../ui/Spinner.tsx'
import type { PanelProps } from './draft.ts'

type Panel = ComponentType<PanelProps>

/** A part of the editors whose script is fetched when it is first shown. */
function panel(load: () => Promise<Panel>): Panel {
  const Content = lazy(() => load().then((content) => ({ default: content })))
  return (props) => (
    <Suspense fallback={<Waiting />}>
      <Content {...props} />
    </Suspense>
  )
}

const next =
  (title: string): Panel =>
  () => <EmptyState icon="edit" title={title} />

export const DesignTab = panel(async () => (await import('./DesignTab.tsx')).DesignTab)
export const GalleryTab = next('Gallery')
export const SocialTab = next('Social')
export const ButtonsTab = next('Buttons')
export const FormTab = next('Form')
export const AdvancedTab = next('Advanced')

function Waiting() {
  return (
    <div className="panel-waiting" role="status">
      <Spinner />
      <span className="hidden-text">Loading</span>
    </div>
  )
}
