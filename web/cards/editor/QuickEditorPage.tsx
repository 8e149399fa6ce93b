import { Icon } from '../../../card/icons/Icon.tsx'
import { canUseDeveloperFields } from '../../../schema/access.ts'
import type { Card } from '../../../schema/cards/card.ts'
import type { User } from '../../../schema/users/user.ts'
import { t } from '../../messages/t.ts'
import { useMediaQuery } from '../../shell/useMediaQuery.ts'
import { Button, LinkButton } from '../../ui/Button.tsx'
import { StateBadge } from '../../ui/StateBadge.tsx'
import { PageTabs } from '../../ui/Tabs.tsx'
import { isInQuickEditor } from './basic-fields.ts'
import type { PanelProps } from './draft.ts'
import { EditorFrame } from './EditorFrame.tsx'
import { EditorLoader } from './EditorLoader.tsx'
import { FieldTiles } from './FieldTiles.tsx'
import { GuidePanel, useGuide } from './GuidePanel.tsx'
import { languageQuery } from './languages/useLanguages.ts'
import * as panels from './lazy-panels.tsx'
import { ShareCard, TapToEditCard } from './lazy-panels.tsx'
import { type Editor, useEditor } from './useEditor.ts'

/** The quick editor: tap a part of the card to edit it. */
export function QuickEditorPage() {
  return (
    <EditorLoader title={t('Quick Editor')}>
      {({ user, card }) => <QuickEditor key={card.id} user={user} card={card} />}
    </EditorLoader>
  )
}

function QuickEditor({ user, card }: { user: User; card: Card }) {
  const editor = useEditor(user, card, isInQuickEditor)
  const wide = useMediaQuery('(min-width: 1181px)')
  const visual = <TapToEditCard editor={editor} />
  const share = <ShareCard card={editor.card} toAdvanced />
  const both = (
    <>
      {visual}
      {share}
    </>
  )
  return (
    <EditorFrame
      title={t('Quick Editor')}
      editor={editor}
      side={wide && both}
      actions={editor.draft.state !== 'live' && <StateBadge state={editor.draft.state} />}
    >
      <QuickBanner user={user} card={card} panel={editor.panel} />
      {!wide && visual}
      <GuidePanel user={user} card={editor.card} collapsible={!wide} />
      <PageTabs label={t('Parts of the card')} tabs={tabsOf(editor)} />
      {!wide && share}
    </EditorFrame>
  )
}

function tabsOf(editor: Editor) {
  const { panel } = editor
  return [
    { value: 'basic', title: t('Basic Info'), content: <FieldTiles editor={editor} /> },
    { value: 'design', title: t('Design'), content: <panels.DesignTab {...panel} /> },
    { value: 'gallery', title: t('Gallery'), content: <panels.GalleryTab {...panel} /> },
    { value: 'social', title: t('Social'), content: <panels.SocialTab {...panel} /> },
    { value: 'buttons', title: t('Buttons'), content: <panels.ButtonsTab {...panel} /> },
    { value: 'share', title: t('Share'), content: <panels.ShareTab {...panel} /> },
    ...(canUseDeveloperFields(panel.user)
      ? [{ value: 'advanced', title: t('Advanced'), content: <panels.AdvancedTab {...panel} /> }]
      : []),
  ]
}

function QuickBanner({ user, card, panel }: { user: User; card: Card; panel: PanelProps }) {
  const guide = useGuide(user, card)
  return (
    <div className="quick-banner">
      <Icon name="bolt" />
      <strong>{t('Quick Edit Mode')}</strong>
      {guide.dismissed && (
        <Button kind="ghost" size="small" onClick={guide.show}>
          {t('Show guide')}
        </Button>
      )}
      <LinkButton
        to={`/card-editor/${card.id}${languageQuery(panel)}`}
        size="small"
        state={{ carried: true }}
      >
        {t('Advanced Editor')}
      </LinkButton>
    </div>
  )
}
