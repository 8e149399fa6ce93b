import { startTransition, useState } from 'react'
import { Icon } from '../../../card/icons/Icon.tsx'
import { slugChangeError } from '../../../schema/access.ts'
import type { Card } from '../../../schema/cards/card.ts'
import type { User } from '../../../schema/users/user.ts'
import { t, translated } from '../../messages/t.ts'
import { useMediaQuery } from '../../shell/useMediaQuery.ts'
import { Button, LinkButton } from '../../ui/Button.tsx'
import { StateBadge } from '../../ui/StateBadge.tsx'
import { PageTabs } from '../../ui/Tabs.tsx'
import { ReachButton } from './audience/ReachButton.tsx'
import { type BasicField, basicFields, fieldInLanguage, isInQuickEditor } from './basic-fields.ts'
import type { PanelProps } from './draft.ts'
import { EditorFrame, EditorLoader } from './EditorFrame.tsx'
import { GuidePanel, useGuide } from './GuidePanel.tsx'
import { ImportPrompt } from './import/ImportButton.tsx'
import { missingLabel, sharedLabel } from './languages/TranslatedField.tsx'
import { languageQuery } from './languages/translation.ts'
import { FieldDialog } from './lazy-dialogs.ts'
import * as panels from './lazy-panels.tsx'
import { ShareCard, TapToEditCard } from './lazy-panels.tsx'
import { lockedReason, ruleOf } from './template-rules.ts'
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
  return (
    <EditorFrame
      title={t('Quick Editor')}
      editor={editor}
      side={
        wide && (
          <>
            {visual}
            {share}
          </>
        )
      }
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
    ...panels.lastTabs(panel),
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

/** Basic Info of the quick editor: a tile per field that opens its dialog. */
function FieldTiles({ editor }: { editor: Editor }) {
  const { user, card } = editor.panel
  const [open, setOpen] = useState<BasicField>()
  const slugError = translated(slugChangeError(user, card))
  const advice = user.accessLevel === 1 ? ` ${t('Please contact your administrator.')}` : ''
  return (
    <div className="field-tiles">
      <ImportPrompt panel={editor.panel} />
      {basicFields
        .map((basic) => fieldInLanguage(basic, editor.panel))
        .map((field) => (
          <Tile
            key={field.key}
            field={field}
            editor={editor}
            disabledReason={
              field.key === 'slug' && slugError
                ? t('{sentence}.', { sentence: slugError }) + advice
                : lockedReason(editor.panel, field.key)
            }
            onOpen={() => startTransition(() => setOpen(field))}
          />
        ))}
      {open && <FieldDialog field={open} editor={editor} onClose={() => setOpen(undefined)} />}
    </div>
  )
}

function Tile({
  field,
  editor: { draft, errors, panel },
  disabledReason,
  onOpen,
}: {
  field: BasicField
  editor: Editor
  disabledReason: string | undefined
  onOpen: () => void
}) {
  const { key, label, reach } = field
  const text = field.read(draft)
  const base = field.readBase?.(draft)
  const isRequired = ruleOf(panel, key) === 'required' && !panel.language
  const empty = base || (isRequired ? t('Required') : (field.emptyText ?? t('Not set')))
  const error = errors[field.path]
  const note = error ?? disabledReason
  return (
    <div className="field-tile">
      <div className="field-tile-row">
        <button
          type="button"
          className="field-tile-open"
          aria-haspopup="dialog"
          aria-disabled={disabledReason ? true : undefined}
          aria-describedby={note ? `tile-${key}` : undefined}
          data-invalid={error ? '' : undefined}
          onClick={disabledReason ? undefined : onOpen}
        >
          <span className="icon-box">
            <Icon name={field.icon} />
          </span>
          <span className="field-tile-text">
            <small className="field-hint">
              {!field.textName && sharedLabel(label, panel)}
              {field.textName && (base && !text ? missingLabel(label) : label)}
            </small>
            <span className="clipped" dir="auto" data-none={text ? undefined : ''}>
              {text ? (field.formatTile?.(text) ?? text) : empty}
            </span>
          </span>
          <Icon name={disabledReason ? 'lock' : 'chevron-right'} size={16} />
        </button>
        {reach && <ReachButton panel={panel} field={reach} />}
      </div>
      {note && (
        <p id={`tile-${key}`} className={error ? 'field-error' : 'field-hint'}>
          {note}
        </p>
      )}
    </div>
  )
}
