import { type ComponentProps, type ComponentType, type ReactNode, Suspense, useEffect } from 'react'
import type { TemplateField } from '../../../schema/template-rules.ts'
import { lazyWithPreload, type PreloadableComponent } from '../../ui/lazyWithPreload.tsx'
import { Spinner } from '../../ui/Spinner.tsx'
import type { PanelProps } from './draft.ts'
import type { LivePreview as Live } from './LivePreview.tsx'
import { preloadDialogs } from './lazy-dialogs.ts'
import type { ShareCard as Share } from './ShareCard.tsx'
import { TapHint } from './TapHint.tsx'
import type { TapToEditCard as TapToEdit } from './TapToEditCard.tsx'
import { lockedReason, ruleHint } from './template-rules.ts'

type Panel = ComponentType<PanelProps>

const panels: PreloadableComponent<PanelProps>[] = []

/** Preloads the panels, so that they work offline; their own lazy parts are still loaded on use. */
function preloadPanels(): void {
  for (const each of panels) each.preload()
}

/** A panel whose script is loaded when first shown; `of` is the template field that can make it read-only. */
function panel(load: () => Promise<Panel>, of?: TemplateField): Panel {
  const Content = lazyWithPreload(load)
  panels.push(Content)
  return (props) => (
    <Suspense fallback={<Loading />}>
      <TemplateRuleFrame
        text={of && ruleHint(props, of)}
        readOnly={of && lockedReason(props, of) !== undefined}
      >
        <Content {...props} />
      </TemplateRuleFrame>
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
export const AdvancedSocialTab = panel(async () => {
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

function TemplateRuleFrame({
  text,
  readOnly,
  children,
}: {
  text: string | undefined
  readOnly: boolean | undefined
  children: ReactNode
}) {
  if (!text) return children
  return (
    <div className="stack ruled" data-gap="5">
      <p className="note">{text}</p>
      <div inert={readOnly}>{children}</div>
    </div>
  )
}

function Loading() {
  return (
    <div className="panel-waiting" role="status">
      <Spinner />
      <span className="hidden-text">Loading</span>
    </div>
  )
}

const LazyTapToEditCard = lazyWithPreload(
  async () => (await import('./TapToEditCard.tsx')).TapToEditCard,
)
const LazyLivePreview = lazyWithPreload(async () => (await import('./LivePreview.tsx')).LivePreview)

const LazyShareCard = lazyWithPreload(async () => (await import('./ShareCard.tsx')).ShareCard)

// The card's script is large, and the fields are usable before it is loaded.

export function TapToEditCard(props: ComponentProps<typeof TapToEdit>) {
  return (
    <Suspense fallback={<DeviceSkeleton below={<TapHint />} />}>
      <LazyTapToEditCard {...props} />
    </Suspense>
  )
}

export function LivePreview(props: ComponentProps<typeof Live>) {
  return (
    <Suspense fallback={<DeviceSkeleton />}>
      <LazyLivePreview {...props} />
    </Suspense>
  )
}

export function ShareCard(props: ComponentProps<typeof Share>) {
  return (
    <Suspense fallback={<div className="share-card" />}>
      <LazyShareCard {...props} />
    </Suspense>
  )
}

function DeviceSkeleton({ below }: { below?: ReactNode }) {
  return (
    <div className="stack visual-editor" data-gap="3" role="status">
      <span className="hidden-text">Loading</span>
      <div className="device">
        <div className="device-screen skeleton" />
      </div>
      {below}
    </div>
  )
}

/** Preloads dialogs and panels shortly after the page is shown. */
export function usePreloadEditor(): void {
  useEffect(() => {
    const timer = setTimeout(() => {
      preloadDialogs()
      preloadPanels()
    }, 300)
    return () => clearTimeout(timer)
  }, [])
}
