import { useState } from 'react'
import { Icon } from '../../../card/icons/Icon.tsx'
import type { Card } from '../../../schema/cards/card.ts'
import { viewPath } from '../../../schema/screens.ts'
import type { User } from '../../../schema/users/user.ts'
import { t } from '../../messages/t.ts'
import { narrowQuery, useMediaQuery } from '../../shell/useMediaQuery.ts'
import { Button, LinkButton, ViewButton } from '../../ui/Button.tsx'
import { StateBadge } from '../../ui/StateBadge.tsx'
import { PageTabs } from '../../ui/Tabs.tsx'
import { EditorFrame, EditorLoader } from './EditorFrame.tsx'
import { languageQuery } from './languages/translation.ts'
import { PreviewDialog } from './lazy-dialogs.ts'
import * as panels from './lazy-panels.tsx'
import { LivePreview, ShareCard } from './lazy-panels.tsx'
import { type Editor, useEditor } from './useEditor.ts'

/** The advanced editor: every field of the card in tabs, with a live preview. */
export function AdvancedEditorPage() {
  return (
    <EditorLoader title={t('Advanced Editor')}>
      {({ user, card }) => <AdvancedEditor key={card.id} user={user} card={card} />}
    </EditorLoader>
  )
}

function AdvancedEditor({ user, card }: { user: User; card: Card }) {
  const editor = useEditor(user, card)
  const beside = useMediaQuery('(min-width: 1181px)')
  const vertical = !useMediaQuery(narrowQuery)
  const [previewing, setPreviewing] = useState(false)
  const { language } = editor.panel
  const preview = <LivePreview card={editor.card} draft={editor.draft} language={language} />
  return (
    <EditorFrame
      title={t('Advanced Editor')}
      editor={editor}
      side={
        beside && (
          <>
            {preview}
            <ShareCard card={editor.card} />
          </>
        )
      }
      actions={
        <AdvancedActions
          editor={editor}
          onPreview={beside ? undefined : () => setPreviewing(true)}
        />
      }
    >
      <PageTabs label={t('Parts of the card')} tabs={tabsOf(editor)} vertical={vertical} />
      {previewing && <PreviewDialog onClose={() => setPreviewing(false)}>{preview}</PreviewDialog>}
    </EditorFrame>
  )
}

function tabsOf({ panel }: Editor) {
  return [
    { value: 'basic', title: t('Basic Info'), content: <panels.BasicTab {...panel} /> },
    { value: 'design', title: t('Design'), content: <panels.DesignTab {...panel} /> },
    { value: 'gallery', title: t('Gallery'), content: <panels.GalleryTab {...panel} /> },
    { value: 'social', title: t('Social'), content: <panels.AdvancedSocialTab {...panel} /> },
    { value: 'buttons', title: t('Buttons'), content: <panels.ButtonsTab {...panel} /> },
    { value: 'form', title: t('Form'), content: <panels.FormBuilder {...panel} /> },
    { value: 'contact', title: t('Contact Check'), content: <panels.ContactCheck {...panel} /> },
    ...panels.lastTabs(panel),
  ]
}

/** The header of the advanced editor: publish state, undo, redo and preview. */
function AdvancedActions({
  editor: { card, draft, history, store, panel },
  onPreview,
}: {
  editor: Editor
  /** Omitted if the preview is beside the form. */
  onPreview: (() => void) | undefined
}) {
  const steps = [
    { icon: 'undo', label: t('Undo'), canGo: history.past.length > 0, onClick: store.undo },
    { icon: 'redo', label: t('Redo'), canGo: history.future.length > 0, onClick: store.redo },
  ] as const
  return (
    <>
      <StateBadge state={draft.state} />
      {steps.map(({ icon, canGo, ...button }) => (
        <Button key={icon} kind="ghost" aria-disabled={!canGo || undefined} {...button}>
          <Icon name={icon} />
        </Button>
      ))}
      {onPreview && (
        <Button onClick={onPreview} icon="eye">
          {t('Preview')}
        </Button>
      )}
      <LinkButton
        to={`/mobile-editor/${card.id}${languageQuery(panel)}`}
        state={{ carried: true }}
        icon="bolt"
      >
        {t('Quick Editor')}
      </LinkButton>
      <ViewButton href={viewPath(card.slug)} />
    </>
  )
}
