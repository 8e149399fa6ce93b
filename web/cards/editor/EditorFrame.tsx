import { type FocusEvent, type ReactNode, useState } from 'react'
import { useLocation } from 'react-router-dom'
import { Icon } from '../../../card/icons/Icon.tsx'
import { fieldList, type Rule, templateFields } from '../../../schema/templates/template-rules.ts'
import { Trans } from '../../messages/Trans.tsx'
import { t } from '../../messages/t.ts'
import { phoneQuery, useMediaQuery } from '../../shell/useMediaQuery.ts'
import { Button } from '../../ui/Button.tsx'
import { formatTimeInSentence } from '../../ui/format.ts'
import { PageTabs, type Tab } from '../../ui/Tabs.tsx'
import { usePresence } from '../../ui/usePresence.ts'
import type { PanelProps } from './draft.ts'
import { EditorBar } from './EditorBar.tsx'
import { TranslationContext } from './languages/translation.ts'
import { ConflictDialog, LeaveDialog } from './lazy-dialogs.ts'
import { HiddenSummary, LanguageBar, ShareCard, usePreloadEditor } from './lazy-panels.tsx'
import { SaveBar } from './SaveBar.tsx'
import { type Editor, readEditorState } from './useEditor.ts'
import { firstErrorPath } from './validation.ts'

/**
 * The frame of both editors: a slim bar, the card, and beside it the fields; on a phone, the fields are a sheet that
 * scrolls over the card.
 */
export function EditorFrame({
  kind,
  editor,
  stage,
  tabs,
  more,
}: {
  kind: 'quick' | 'advanced'
  editor: Editor
  /** The card; without it, the fields have the whole width. */
  stage: ReactNode
  tabs: Tab[]
  /** After the tabs. */
  more?: ReactNode
}) {
  usePresence('editor')
  usePreloadEditor()
  const onPhone = useMediaQuery(phoneQuery)
  const [showsLanguages, setShowsLanguages] = useState(false)
  const { draft, panel } = editor
  const { language } = panel
  const hasAudiences = Object.keys(draft.customizations.visibility ?? {}).length > 0
  const hasLanguages = editor.languages.languages.length > 1
  const share = <ShareCard panel={panel} toAdvanced={kind === 'quick'} />
  return (
    <TranslationContext value={language ? { ...panel, language } : undefined}>
      <div className="editor" data-kind={kind} data-audiences={hasAudiences || undefined}>
        <EditorBar
          kind={kind}
          editor={editor}
          onLanguages={hasLanguages ? undefined : () => setShowsLanguages(true)}
        />
        <div className="editor-canvas">
          {stage && (
            <aside className="editor-stage" aria-label={t('Preview')} onFocus={uncover}>
              {stage}
              {!onPhone && share}
            </aside>
          )}
          <div className="editor-sheet">
            <DraftNotes editor={editor} />
            <TemplateNote {...panel} />
            {hasAudiences && <HiddenSummary {...panel} />}
            {(hasLanguages || showsLanguages) && (
              <LanguageBar editor={editor} startsFocused={!hasLanguages} />
            )}
            <PageTabs label={t('Parts of the card')} tabs={tabs} more={more} />
            {(onPhone || !stage) && share}
            {onPhone && <SaveBar editor={editor} />}
          </div>
        </div>
        {editor.newerCard && <ConflictDialog editor={editor} newer={editor.newerCard} />}
        {editor.guard.leaving && <LeaveDialog editor={editor} />}
      </div>
    </TranslationContext>
  )
}

/** Scrolls the sheet away from the card when a button there gets the focus by keyboard (WCAG 2.4.11). */
function uncover({ target }: FocusEvent<HTMLElement>): void {
  if (target.matches(':focus-visible') && matchMedia(phoneQuery).matches) scrollTo({ top: 0 })
}

/** Notes above the draft: that unsaved changes were restored, and why the last save failed. */
function DraftNotes({ editor }: { editor: Editor }) {
  const { restoredFrom, failure, canRetry, dirty, busy, store, saveAll, errors } = editor
  const atField = firstErrorPath(errors) !== undefined
  // A draft carried over from the other editor needs no note.
  const carried = readEditorState(useLocation().state).carried === true
  return (
    <>
      {restoredFrom && dirty && !carried && (
        <div className="note draft-note" data-kind="warn" role="status">
          <Icon name="refresh" />
          <p>
            {t('Unsaved changes from {time} restored', {
              time: formatTimeInSentence(restoredFrom),
            })}
          </p>
          <Button size="small" onClick={store.discard}>
            {t('Discard')}
          </Button>
        </div>
      )}
      {failure && (
        // An invalid field has a message of its own, so this note may scroll out of view.
        <div
          className="note draft-note"
          data-kind="bad"
          data-pinned={atField ? undefined : ''}
          role="alert"
        >
          <Icon name="alert" />
          <p>{failure}</p>
          {atField && (
            <Button size="small" onClick={editor.showFirstError}>
              {t('Show field')}
            </Button>
          )}
          {!atField && canRetry && dirty && (
            <Button size="small" busy={busy && t('Saving...')} onClick={saveAll}>
              {t('Try again')}
            </Button>
          )}
        </div>
      )}
    </>
  )
}

/** Names the card's template and the fields it locks or requires. */
function TemplateNote({ user, card: { template } }: Pick<PanelProps, 'user' | 'card'>) {
  if (!template) return null
  const namesOfFields = (...rules: Rule[]) =>
    fieldList(templateFields.filter((field) => rules.includes(template.rules[field] ?? 'free')))
  const [readOnly, required] = [namesOfFields('locked', 'hidden'), namesOfFields('required')]
  const decides = user.accessLevel < 4 ? t('your admin manages') : t('only admins can change')
  return (
    <div className="note draft-note">
      <Icon name="lock" />
      <p>
        <Trans id="From template <bdi>{name}</bdi>" values={{ name: template.name }} />
        {readOnly && `: ${decides} ${readOnly}`}.
        {required && ` ${t('Required: {required}.', { required })}`}
      </p>
    </div>
  )
}
