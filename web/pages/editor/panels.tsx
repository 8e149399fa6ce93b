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

export const DesignTab = panel(async () => (await import('./DesignTab.tsx')).DesignTab)
export const GalleryTab = panel(async () => (await import('./panels/GalleryTab.tsx')).GalleryTab)
export const SocialTab = panel(async () => (await import('./panels/SocialTab.tsx')).SocialTab)
export const AllNetworks = panel(async () => {
  const { SocialTab } = await import('./panels/SocialTab.tsx')
  return (props) => <SocialTab {...props} variant="advanced" />
})
export const ButtonsTab = panel(async () => (await import('./panels/ButtonsTab.tsx')).ButtonsTab)
export const FormBuilder = panel(async () => (await import('./panels/FormBuilder.tsx')).FormBuilder)
export const AddressPanel = panel(
  async () => (await import('./panels/AddressPanel.tsx')).AddressPanel,
)
export const ExtrasPanel = panel(async () => (await import('./panels/ExtrasPanel.tsx')).ExtrasPanel)
export const AdvancedTab: Panel = () => <EmptyState icon="edit" title="Advanced" />

function Waiting() {
  return (
    <div className="panel-waiting" role="status">
      <Spinner />
      <span className="hidden-text">Loading</span>
    </div>
  )
}
