import { type ComponentType, type ReactNode, Suspense } from 'react'
import type { TemplateField } from '../../../schema/template-rules.ts'
import { type Later, later } from '../../ui/later.tsx'
import { Spinner } from '../../ui/Spinner.tsx'
import type { PanelProps } from './draft.ts'
import { fixedReason, ruledHint } from './template.ts'

type Panel = ComponentType<PanelProps>

const contents: Later<PanelProps>[] = []

/** Fetches the panels not shown yet, so that a lost connection takes none away; what is heavy in them still waits. */
export function preloadPanels(): void {
  for (const content of contents) content.fetch()
}

/** A part of the editors whose script is fetched when it is first shown; one `of` a field that a template fixes is only looked at. */
function panel(load: () => Promise<Panel>, of?: TemplateField): Panel {
  const Content = later(load)
  contents.push(Content)
  return (props) => (
    <Suspense fallback={<Waiting />}>
      <Ruled text={of && ruledHint(props, of)} fixed={of && fixedReason(props, of) !== undefined}>
        <Content {...props} />
      </Ruled>
    </Suspense>
  )
}

export const BasicTab = panel(async () => (await import('./BasicTab.tsx')).BasicTab)
export const DesignTab = panel(async () => (await import('./DesignTab.tsx')).DesignTab)
export const GalleryTab = panel(async () => (await import('./panels/GalleryTab.tsx')).GalleryTab)
export const SocialTab = panel(
  async () => (await import('./panels/SocialTab.tsx')).SocialTab,
  'socialLinks',
)
export const AllNetworks = panel(async () => {
  const { SocialTab } = await import('./panels/SocialTab.tsx')
  return (props) => <SocialTab {...props} variant="advanced" />
}, 'socialLinks')
export const ButtonsTab = panel(
  async () => (await import('./panels/ButtonsTab.tsx')).ButtonsTab,
  'customButtons',
)
export const FormBuilder = panel(
  async () => (await import('./panels/FormBuilder.tsx')).FormBuilder,
  'formConfig',
)
export const AdvancedTab = panel(async () => (await import('./code/AdvancedTab.tsx')).AdvancedTab)
export const ContactCheck = panel(
  async () => (await import('./contact/ContactCheck.tsx')).ContactCheck,
)

function Ruled({
  text,
  fixed,
  children,
}: {
  text: string | undefined
  fixed: boolean | undefined
  children: ReactNode
}) {
  if (!text) return children
  return (
    <div className="ruled">
      <p className="note">{text}</p>
      <div inert={fixed}>{children}</div>
    </div>
  )
}

function Waiting() {
  return (
    <div className="panel-waiting" role="status">
      <Spinner />
      <span className="hidden-text">Loading</span>
    </div>
  )
}
