import { type ComponentType, type ReactNode, Suspense, useContext, useEffect } from 'react'
import { canUseDeveloperFields } from '../../../schema/access.ts'
import type { TemplateField } from '../../../schema/templates/template-rules.ts'
import { t } from '../../messages/t.ts'
import { ShareTabContext } from '../../shell/editor-routes.ts'
import { lazyWithPreload, type PreloadableComponent } from '../../ui/lazyWithPreload.tsx'
import type { PanelProps } from './draft.ts'
import { preloadDialogs } from './lazy-dialogs.ts'
import { DeviceSkeleton, PanelSkeleton, TapHint } from './skeletons.tsx'
import { lockedReason, ruleHint } from './template-rules.ts'

const panels: PreloadableComponent<PanelProps>[] = []

/** Preloads the panels, so that they work offline, but not what a panel itself loads lazily. */
function preloadPanels(): void {
  for (const each of panels) each.preload()
}

/** A panel whose script is loaded when first shown. `ruled` is the template field that can make it read-only. */
function panel<Name extends string>(
  load: () => Promise<Record<Name, ComponentType<PanelProps>>>,
  name: Name,
  ruled?: TemplateField,
): ComponentType<PanelProps> {
  const Content = lazyWithPreload(
    () => load().then(({ [name]: Panel }): { Panel: ComponentType<PanelProps> } => ({ Panel })),
    'Panel',
  )
  panels.push(Content)
  return (props) => (
    <Suspense fallback={<PanelSkeleton />}>
      <TemplateRuleFrame
        text={ruled && ruleHint(props, ruled)}
        readOnly={ruled && lockedReason(props, ruled) !== undefined}
      >
        <Content {...props} />
      </TemplateRuleFrame>
    </Suspense>
  )
}

const socialTab = () => import('./panels/SocialTab.tsx')

export const BasicTab = panel(() => import('./BasicTab.tsx'), 'BasicTab')
const DesignTab = panel(() => import('./DesignTab.tsx'), 'DesignTab')
const GalleryTab = panel(() => import('./panels/GalleryTab.tsx'), 'GalleryTab')
const SocialTab = panel(socialTab, 'SocialTab', 'socialLinks')
export const AdvancedSocialTab = panel(socialTab, 'AdvancedSocialTab', 'socialLinks')
const ButtonsTab = panel(() => import('./panels/ButtonsTab.tsx'), 'ButtonsTab', 'customButtons')
export const FormBuilder = panel(
  () => import('./panels/FormBuilder.tsx'),
  'FormBuilder',
  'formConfig',
)
const AdvancedTab = panel(() => import('./code/AdvancedTab.tsx'), 'AdvancedTab')
export const ContactCheck = panel(() => import('./ContactCheck.tsx'), 'ContactCheck')

/** The share points of the saved card. */
function ShareTab({ card, language }: PanelProps) {
  const Content = useContext(ShareTabContext)
  return (
    <Suspense fallback={<PanelSkeleton />}>
      <div className="stack" data-gap="4">
        {language && <p className="note">{t('Share points are the same in every language.')}</p>}
        {Content && <Content id={card.id} />}
      </div>
    </Suspense>
  )
}

/** The tabs that both editors have after the first one. */
export function sharedTabs(panel: PanelProps, Social = SocialTab) {
  return [
    { value: 'design', title: t('Design'), content: <DesignTab {...panel} /> },
    { value: 'gallery', title: t('Gallery'), content: <GalleryTab {...panel} /> },
    { value: 'social', title: t('Social'), content: <Social {...panel} /> },
    { value: 'buttons', title: t('Buttons'), content: <ButtonsTab {...panel} /> },
    ...(canUseDeveloperFields(panel.user)
      ? [{ value: 'advanced', title: t('Advanced'), content: <AdvancedTab {...panel} /> }]
      : []),
    { value: 'share', title: t('Share'), content: <ShareTab {...panel} />, extra: true },
  ]
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

// The card's script is large, and the fields can be used before it is loaded.

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

/** Preloads dialogs and panels shortly after the page has rendered. */
export function usePreloadEditor(): void {
  useEffect(() => {
    const timer = setTimeout(() => {
      preloadDialogs()
      preloadPanels()
      LanguageBar.preload()
      LivePreview.preload()
    }, 300)
    return () => clearTimeout(timer)
  }, [])
}
