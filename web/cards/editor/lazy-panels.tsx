import { type ComponentType, type ReactNode, Suspense, useContext, useEffect } from 'react'
import type { TemplateField } from '../../../schema/templates/template-rules.ts'
import { t } from '../../messages/t.ts'
import { ShareTabContext } from '../../shell/share-tab.ts'
import { Spinner } from '../../ui/Button.tsx'
import { lazyWithPreload, type PreloadableComponent } from '../../ui/lazyWithPreload.tsx'
import type { PanelProps } from './draft.ts'
import { preloadDialogs } from './lazy-dialogs.ts'
import { TapHint } from './TapHint.tsx'
import { lockedReason, ruleHint } from './template-rules.ts'

type Panel = ComponentType<PanelProps>

const panels: PreloadableComponent<PanelProps>[] = []

/** Preloads the panels, so that they work offline; their own lazy parts are still loaded on use. */
function preloadPanels(): void {
  for (const each of panels) each.preload()
}

/** A panel whose script is loaded when first shown; `of` is the template field that can make it read-only. */
function panel(Content: PreloadableComponent<PanelProps>, of?: TemplateField): Panel {
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

export const BasicTab = panel(lazyWithPreload(() => import('./BasicTab.tsx'), 'BasicTab'))
export const DesignTab = panel(lazyWithPreload(() => import('./DesignTab.tsx'), 'DesignTab'))
export const GalleryTab = panel(
  lazyWithPreload(() => import('./panels/GalleryTab.tsx'), 'GalleryTab'),
)
export const SocialTab = panel(
  lazyWithPreload(() => import('./panels/SocialTab.tsx'), 'SocialTab'),
  'socialLinks',
)
export const AdvancedSocialTab = panel(
  lazyWithPreload(() => import('./panels/SocialTab.tsx'), 'AdvancedSocialTab'),
  'socialLinks',
)
export const ButtonsTab = panel(
  lazyWithPreload(() => import('./panels/ButtonsTab.tsx'), 'ButtonsTab'),
  'customButtons',
)
export const FormBuilder = panel(
  lazyWithPreload(() => import('./panels/FormBuilder.tsx'), 'FormBuilder'),
  'formConfig',
)
export const AdvancedTab = panel(
  lazyWithPreload(() => import('./code/AdvancedTab.tsx'), 'AdvancedTab'),
)
export const ContactCheck = panel(
  lazyWithPreload(() => import('./ContactCheck.tsx'), 'ContactCheck'),
)

/** The share points of the saved card. */
export function ShareTab({ card, language }: PanelProps) {
  const Content = useContext(ShareTabContext)
  return (
    <Suspense fallback={<Loading />}>
      <div className="stack" data-gap="4">
        {language && <p className="note">{t('Share points are the same in every language.')}</p>}
        {Content && <Content id={card.id} />}
      </div>
    </Suspense>
  )
}

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
      <span className="hidden-text">{t('Loading')}</span>
    </div>
  )
}

// The card's script is large, and the fields are usable before it is loaded.

export const TapToEditCard = lazyWithPreload(
  () => import('./TapToEditCard.tsx'),
  'TapToEditCard',
  <DeviceSkeleton below={<TapHint />} />,
)
export const LivePreview = lazyWithPreload(
  () => import('./LivePreview.tsx'),
  'LivePreview',
  <DeviceSkeleton />,
)
export const LanguageBar = lazyWithPreload(
  () => import('./languages/LanguageBar.tsx'),
  'LanguageBar',
  <div className="language-bar" aria-busy />,
)
export const HiddenSummary = lazyWithPreload(
  () => import('./audience/HiddenSummary.tsx'),
  'HiddenSummary',
  <div className="note hidden-summary" aria-busy />,
)
export const ShareCard = lazyWithPreload(
  () => import('./ShareCard.tsx'),
  'ShareCard',
  <div className="share-card" />,
)

function DeviceSkeleton({ below }: { below?: ReactNode }) {
  return (
    <div className="stack visual-editor" data-gap="3" role="status">
      <span className="hidden-text">{t('Loading')}</span>
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
