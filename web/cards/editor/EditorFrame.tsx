import { type ReactNode, useEffect, useState } from 'react'
import { Navigate, useLocation, useParams } from 'react-router-dom'
import { Icon } from '../../../card/icons/Icon.tsx'
import { canEditCard } from '../../../schema/access.ts'
import type { Card } from '../../../schema/cards/card.ts'
import { fieldList, type Rule, templateFields } from '../../../schema/templates/template-rules.ts'
import type { User } from '../../../schema/users/user.ts'
import { useUser } from '../../accounts/data/session.ts'
import { errorMessage, RequestError } from '../../api.ts'
import { Trans } from '../../messages/Trans.tsx'
import { t } from '../../messages/t.ts'
import { ErrorPanel } from '../../shell/ErrorPanel.tsx'
import { PageHeader } from '../../shell/PageHeader.tsx'
import { InstallButton } from '../../shell/pwa/InstallGuide.tsx'
import { RedirectWithToast, useFreshError } from '../../shell/RedirectWithToast.tsx'
import { Button, LinkButton } from '../../ui/Button.tsx'
import { formatTimeInSentence } from '../../ui/format.ts'
import { usePresence } from '../../ui/usePresence.ts'
import { parseId } from '../../ui/useSearchParam.ts'
import { isUnpublished, useCard } from '../data.ts'
import type { PanelProps } from './draft.ts'
import { TranslationContext } from './languages/translation.ts'
import { ConflictDialog, LeaveDialog, ResetDialog } from './lazy-dialogs.ts'
import { HiddenSummary, LanguageBar, usePreloadEditor } from './lazy-panels.tsx'
import { type Editor, readEditorState } from './useEditor.ts'
import { firstErrorPath } from './validation.ts'

const deniedMessage = t("You don't have permission to edit this card")

/** The frame of both editors: heading, notes, save bar and dialogs. */
export function EditorFrame({
  title,
  editor,
  actions,
  side,
  children,
}: {
  title: string
  editor: Editor
  actions?: ReactNode
  /** Shown beside the panels on a wide screen. */
  side?: ReactNode
  children: ReactNode
}) {
  usePreloadEditor()
  const { card, draft, savedAt, panel } = editor
  const { language } = panel
  return (
    <TranslationContext value={language ? { ...panel, language } : undefined}>
      <div className="page editor">
        <PageHeader
          title={title}
          text={draft.name ?? card.slug}
          back={{ to: '/dashboard', label: t('Back to dashboard') }}
        >
          <SavedBadge at={savedAt} />
          {actions}
        </PageHeader>
        <DraftNotes editor={editor} />
        <TemplateNote {...panel} />
        <div className="editor-columns">
          <div className="editor-main">
            <LanguageBar editor={editor} />
            {Object.keys(draft.customizations.visibility ?? {}).length > 0 && (
              <HiddenSummary {...panel} />
            )}
            {children}
            <InstallButton />
            <SaveBar editor={editor} />
          </div>
          {side && (
            <aside className="editor-side" aria-label={t('Preview')}>
              {side}
            </aside>
          )}
        </div>
        {editor.newerCard && <ConflictDialog editor={editor} newer={editor.newerCard} />}
        {editor.guard.leaving && <LeaveDialog editor={editor} />}
      </div>
    </TranslationContext>
  )
}

/** Shown in the header for three seconds after each save. */
function SavedBadge({ at }: { at: number | undefined }) {
  const shown = useRecent(at, 3000)
  return (
    <div className="saved-badge" role="status">
      {shown && (
        <>
          <Icon name="check" size={16} />
          <strong>{t('Saved')}</strong>
          <span className="muted">{t('Changes saved')}</span>
        </>
      )}
    </div>
  )
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
  const decides =
    user.accessLevel < 4 ? t('your administrator manages') : t('only administrators can change')
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

/** The state of the draft, Reset and Save. Always shown, so that the layout does not shift. */
function SaveBar({ editor }: { editor: Editor }) {
  const { dirty, busy, retryWhenOnline, saveAll, store } = editor
  const isNew = isUnpublished(editor.card)
  const canSave = dirty || isNew
  const [confirming, setConfirming] = useState(false)
  usePresence('save-bar')
  const text = retryWhenOnline
    ? t('Not saved: no connection')
    : dirty
      ? t('Unsaved changes')
      : isNew
        ? t('Not published yet')
        : t('All changes saved')
  return (
    <section className="save-bar" aria-label={t('Save')} data-dirty={dirty || undefined}>
      <p>{text}</p>
      <Button
        kind="ghost"
        aria-disabled={!dirty || undefined}
        onClick={() => dirty && setConfirming(true)}
      >
        {t('Reset')}
      </Button>
      <Button
        kind="primary"
        busy={busy && t('Saving...')}
        aria-disabled={!canSave || undefined}
        onClick={() => canSave && saveAll()}
      >
        {t('Save Changes')}
      </Button>
      {confirming && <ResetDialog onReset={store.reset} onClose={() => setConfirming(false)} />}
    </section>
  )
}

/** Loads the card in the URL and renders its editor, or the reason why it cannot be edited. */
export function EditorLoader({
  title,
  children,
}: {
  title: string
  children: (edited: { user: User; card: Card }) => ReactNode
}) {
  const id = parseId(useParams().id)
  const { pathname } = useLocation()
  const { user } = useUser()
  const { card, error: lastError, revalidate } = useCard(id)
  const error = useFreshError(lastError)
  if (!id) return <Navigate to="/dashboard" replace />
  if (user && card && !canEditCard(user, card)) return <AccessDenied />
  if (user && card) return children({ user, card })
  if (error instanceof RequestError && error.status === 403) return <AccessDenied />
  if (error instanceof RequestError && error.status === 404)
    return <CardNotFound title={title} onRetry={() => void revalidate()} />
  // After a 401 the route guard redirects to the sign-in page.
  if (error && !(error instanceof RequestError && error.status === 401))
    return (
      <RedirectWithToast
        toast={[t('Error'), t('Failed to load card data')]}
        title={t('Failed to load card data')}
        text={errorMessage(error, t('Something went wrong. Please try again.'))}
        retry={pathname}
      />
    )
  return <EditorSkeleton title={title} />
}

function AccessDenied() {
  return (
    <RedirectWithToast
      toast={[t('Access denied'), deniedMessage]}
      title={t('Access denied')}
      text={deniedMessage}
    />
  )
}

function CardNotFound({ title, onRetry }: { title: string; onRetry: () => void }) {
  return (
    <div className="page">
      <PageHeader title={title} />
      <ErrorPanel
        title={t('Error loading card')}
        message={t('Card not found. Please try again.')}
        onRetry={onRetry}
      />
      <div>
        <LinkButton to="/dashboard">{t('Go Back to Dashboard')}</LinkButton>
      </div>
    </div>
  )
}

/** Shown until the card is loaded. */
function EditorSkeleton({ title }: { title: string }) {
  return (
    <div className="page">
      <PageHeader title={title} />
      <div className="editor-skeleton" role="status">
        <span className="hidden-text">{t('Loading')}</span>
        <div className="skeleton" />
        <div className="skeleton" />
        <div className="skeleton" />
      </div>
    </div>
  )
}
