import { useState } from 'react'
import { Navigate, useNavigate, useParams } from 'react-router-dom'
import { Icon } from '../../card/icons/Icon.tsx'
import type { Card } from '../../schema/cards/card.ts'
import { captureLink } from '../../schema/screens.ts'
import { RequestError } from '../api.ts'
import { useCard, useCards } from '../cards/data.ts'
import { t } from '../messages/t.ts'
import { AccessDenied, ErrorPanel } from '../shell/ErrorPanel.tsx'
import { PageHeader } from '../shell/PageHeader.tsx'
import { LinkButton } from '../ui/Button.tsx'
import { SelectField } from '../ui/Fields.tsx'
import { lazyWithTimedPreload } from '../ui/lazyWithPreload.tsx'
import { Menu, MenuItem } from '../ui/Menu.tsx'
import { EmptyState } from '../ui/Notes.tsx'
import { parseId } from '../ui/useSearchParam.ts'
import { type InboxScope, inboxExportPath, useInboxPage } from './data.ts'
import { InboxSkeleton } from './EntryList.tsx'
import { Inbox } from './Inbox.tsx'
import { useUndoableDeletion } from './undo.tsx'

const ContactsDialog = lazyWithTimedPreload(() => import('./ContactsDialog.tsx'), 'ContactsDialog')

const everything = {
  search: '',
  status: undefined,
  origin: undefined,
  tag: undefined,
  due: undefined,
  assigned: undefined,
  duplicates: undefined,
}

/** Form submissions of one card, of all cards, or assigned by colleagues. */
export function InboxPage() {
  const { id: path } = useParams()
  const id = parseId(path)
  const scope = path === 'all' || path === 'assigned' ? path : id
  const { card, error: cardError, revalidate: revalidateCard } = useCard(id)
  const { page, error, revalidate } = useInboxPage(scope, everything)
  const { cards, error: cardsError } = useCards()
  const deletion = useUndoableDeletion()
  if (!scope) return <Navigate to="/dashboard" replace />
  // All parts render together, so that nothing shifts.
  const isLoaded = (card || !id) && page && (cards || cardsError)
  const hasEntries = isLoaded && Object.values(page.counts).some((count) => count > 0)
  const retry = () => {
    void revalidate()
    void revalidateCard()
  }
  const scopes = isLoaded && (
    <ScopePicker {...{ scope, card, cards }} assigned={page.assignedToMe} />
  )
  return (
    <div className="inbox-page" data-lone={isLoaded && !hasEntries ? '' : undefined}>
      <PageHeader title={t('Inbox')} text={isLoaded && aboutOf(scope, card)}>
        {hasEntries && card && <ExportMenu card={card} />}
        {card && (isLoaded || error) && <BoothLink card={card} />}
      </PageHeader>
      {hasEntries && <Inbox key={scope} {...{ scope, scopes, page, deletion }} />}
      {isLoaded && !hasEntries && (
        <>
          {scopes}
          {deletion.undoRow}
          {card ? <NoEntries card={card} /> : <NoEntriesAtAll scope={scope} />}
        </>
      )}
      {!isLoaded && (error || cardError) && <Failed error={error ?? cardError} onRetry={retry} />}
      {!isLoaded && !error && !cardError && <InboxSkeleton />}
    </div>
  )
}

function aboutOf(scope: InboxScope, card: Card | undefined): string {
  if (card) return t('Form submissions for {name}', { name: nameOf(card) })
  return scope === 'all'
    ? t('Form submissions of all your cards')
    : t('Form submissions that colleagues assigned to you')
}

function nameOf(card: { name: string | null; slug: string }): string {
  return card.name ?? card.slug
}

function ExportMenu({ card }: { card: Card }) {
  const [open, setOpen] = useState(false)
  return (
    <>
      <Menu text={t('Export')} kind="ghost" icon="download">
        <MenuItem href={inboxExportPath(card.id, 'csv')} download note={t('For spreadsheets')}>
          CSV
        </MenuItem>
        <MenuItem href={inboxExportPath(card.id, 'vcf')} download note={t('For contacts apps')}>
          vCard
        </MenuItem>
        <MenuItem onClick={() => setOpen(true)}>{t('Export to HubSpot, Salesforce…')}</MenuItem>
      </Menu>
      {open && <ContactsDialog card={card} onClose={() => setOpen(false)} />}
    </>
  )
}

/** A plain link, because booth mode is a separate document. */
function BoothLink({ card }: { card: Card }) {
  return (
    <a className="button" data-kind="ghost" href={captureLink({ card: card.id })}>
      <Icon name="badge" size={18} />
      {t('Booth mode')}
    </a>
  )
}

type PickerProps = {
  scope: InboxScope
  card: Card | undefined
  cards?: Card[]
  /** The number of open entries that colleagues assigned. */
  assigned: number
}

/** Selects the card; shown to users with several cards or with entries assigned by colleagues. */
function ScopePicker({ scope, card, cards = [], assigned }: PickerProps) {
  const navigate = useNavigate()
  const known = !card || cards.some((own) => own.id === card.id) ? cards : [card, ...cards]
  const options = [
    ...(cards.length > 1 || scope === 'all' ? [{ value: 'all', label: t('All cards') }] : []),
    ...(assigned > 0 || scope === 'assigned'
      ? [{ value: 'assigned', label: t('Assigned to me ({assigned})', { assigned }) }]
      : []),
    ...known.map((one) => ({ value: String(one.id), label: `${nameOf(one)} (${one.slug})` })),
  ]
  if (options.length < 2) return null
  return (
    <SelectField
      label={t('Card')}
      value={String(scope)}
      options={options}
      onChange={(chosen) => void navigate(`/inbox/${chosen}`)}
    />
  )
}

function NoEntriesAtAll({ scope }: { scope: InboxScope }) {
  return (
    <EmptyState
      icon="inbox"
      title={t('No submissions yet')}
      text={
        scope === 'all'
          ? t('Submissions from the forms of your cards arrive here.')
          : t('Submissions that colleagues assign to you arrive here.')
      }
    />
  )
}

function NoEntries({ card }: { card: Card }) {
  const hasForm = card.formConfig.fields.length > 0
  return (
    <EmptyState
      icon="inbox"
      title={t('No submissions yet')}
      text={
        hasForm
          ? t("Submissions from this card's form arrive here.")
          : t('This card has no form. Add one to let visitors send you their details.')
      }
    >
      <LinkButton to={`/card-editor/${card.id}?tab=form`} kind="primary" icon="edit">
        {hasForm ? t('Edit form') : t('Add a form')}
      </LinkButton>
    </EmptyState>
  )
}

function Failed({ error, onRetry }: { error: unknown; onRetry: () => void }) {
  if (error instanceof RequestError && error.status === 403) return <AccessDenied error={error} />
  return (
    <>
      <ErrorPanel title={t('Error loading inbox')} error={error} onRetry={onRetry} />
      <p>
        <LinkButton to="/dashboard">{t('Go Back to Dashboard')}</LinkButton>
      </p>
    </>
  )
}
