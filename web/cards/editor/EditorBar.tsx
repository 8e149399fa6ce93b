import { useEffect, useState } from 'react'
import { Icon } from '../../../card/icons/Icon.tsx'
import { t } from '../../messages/t.ts'
import { PageTitle } from '../../shell/PageHeader.tsx'
import { phoneQuery, useMediaQuery } from '../../shell/useMediaQuery.ts'
import { Button, LinkButton } from '../../ui/Button.tsx'
import { lazyWithPreload } from '../../ui/lazyWithPreload.tsx'
import { StateBadge } from '../../ui/StateBadge.tsx'
import { isUnpublished } from '../data.ts'
import { BackButton } from './EditorLoader.tsx'
import { languageQuery } from './languages/translation.ts'
import { SaveButtons } from './SaveBar.tsx'
import type { Editor } from './useEditor.ts'

const EditorMenu = lazyWithPreload(
  () => import('./EditorMenu.tsx'),
  'EditorMenu',
  <span className="menu-waiting" />,
)

/** The bar of both editors: back, title and state, the other editor, undo, a menu; on a computer, Reset and Save. */
export function EditorBar({
  kind,
  editor,
  onLanguages,
}: {
  kind: 'quick' | 'advanced'
  editor: Editor
  /** Shows the languages of the card; undefined if they are shown already. */
  onLanguages: (() => void) | undefined
}) {
  const { card, history, store, panel } = editor
  const onPhone = useMediaQuery(phoneQuery)
  const other = kind === 'quick' ? 'card-editor' : 'mobile-editor'
  return (
    <header className="editor-bar">
      <BackButton />
      <div className="editor-title">
        <PageTitle>{kind === 'quick' ? t('Quick Edit Mode') : t('Advanced Editor')}</PageTitle>
        <State editor={editor} />
      </div>
      <LinkButton to={`/${other}/${card.id}${languageQuery(panel)}`} state={{ carried: true }}>
        {kind === 'quick' ? t('Advanced Editor') : t('Quick Editor')}
      </LinkButton>
      {history.past.length > 0 && (
        <Button kind="ghost" label={t('Undo')} onClick={store.undo} icon="undo" />
      )}
      {history.future.length > 0 && !onPhone && (
        <Button kind="ghost" label={t('Redo')} onClick={store.redo} icon="redo" />
      )}
      <EditorMenu kind={kind} editor={editor} onLanguages={onLanguages} />
      {!onPhone && (
        <section className="editor-save" aria-label={t('Save')}>
          <SaveButtons editor={editor} />
        </section>
      )}
    </header>
  )
}

/** What became of the changes; the card's name while there are none. */
function State({ editor }: { editor: Editor }) {
  const { card, draft, savedAt } = editor
  const justSaved = useRecent(savedAt, 3000)
  const state = stateOf(editor, justSaved)
  return (
    <div className="editor-state" data-state={state}>
      <div className="saved-badge" role="status">
        {state === 'saved' && (
          <>
            <Icon name="check" size={16} />
            <strong>{t('Saved')}</strong>
            <span>{t('Changes saved')}</span>
          </>
        )}
      </div>
      {state === 'clean' && (
        <>
          <bdi className="clipped">{draft.name ?? card.slug}</bdi>
          {draft.state !== 'live' && <StateBadge state={draft.state} />}
        </>
      )}
      {state !== 'clean' && state !== 'saved' && <span>{states[state]}</span>}
    </div>
  )
}

const states = {
  busy: t('Saving...'),
  offline: t('Not saved: no connection'),
  dirty: t('Unsaved changes'),
  new: t('Not published yet'),
}

function stateOf({ busy, retryWhenOnline, dirty, card }: Editor, justSaved: boolean) {
  if (busy) return 'busy'
  if (retryWhenOnline) return 'offline'
  if (dirty) return 'dirty'
  if (justSaved) return 'saved'
  return isUnpublished(card) ? 'new' : 'clean'
}

/** Whether less than `ms` have passed since `at`. */
function useRecent(at: number | undefined, ms: number): boolean {
  const [expired, setExpired] = useState(at)
  useEffect(() => {
    if (at === undefined) return
    const timer = setTimeout(() => setExpired(at), ms)
    return () => clearTimeout(timer)
  }, [at, ms])
  return at !== undefined && at !== expired
}
