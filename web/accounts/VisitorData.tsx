import { useState } from 'react'
import { Icon } from '../../card/icons/Icon.tsx'
import { type VisitorData as Found, submitterName, VisitorQuery } from '../../schema/inbox/inbox.ts'
import type { User } from '../../schema/users/user.ts'
import { Trans } from '../messages/Trans.tsx'
import { t } from '../messages/t.ts'
import { product } from '../product.ts'
import { useSubmit } from '../shell/useSubmit.ts'
import { Button } from '../ui/Button.tsx'
import { ConfirmDialog } from '../ui/Dialog.tsx'
import { downloadFile } from '../ui/download-file.ts'
import { Field, Form, verbatim } from '../ui/Form.tsx'
import { formatDateTime } from '../ui/format.ts'
import { FailureNote, Note } from '../ui/Notes.tsx'
import { toast } from '../ui/toasts.ts'
import { AccountPanel } from './AccountParts.tsx'
import { eraseVisitor, findVisitor } from './data/account.ts'

type FoundVisitor = { email: string; entries: Found['entries'] }

/** Finds a visitor's data to answer their access or erasure request. */
export function VisitorData({ user: { accessLevel } }: { user: User }) {
  const [found, setFound] = useState<FoundVisitor>()
  const { attempt, failure } = useSubmit(t('Search failed'))
  const submit = ({ email }: VisitorQuery) =>
    attempt(async () => {
      setFound(undefined)
      setFound({ email, entries: await findVisitor(email) })
    })
  return (
    <AccountPanel id="visitor-heading" title={t('Visitor data')}>
      <p>
        {accessLevel === 5
          ? t(
              "When someone asks for the data they sent through a card's form, find it by their email, then download or erase it.",
            )
          : t(
              "When someone asks for the data they sent through your card's form, find it by their email, then download or erase it.",
            )}
      </p>
      <Form schema={VisitorQuery} defaultValues={{ email: '' }} onSubmit={submit}>
        {(busy) => (
          <>
            <FailureNote title={t('Search failed')} message={failure} />
            <Field
              name="email"
              label={t("Visitor's email")}
              type="email"
              autoComplete="off"
              {...verbatim}
            />
            <Button type="submit" busy={busy && t('Finding...')}>
              {t('Find')}
            </Button>
          </>
        )}
      </Form>
      {found && (
        <VisitorDataResult found={found} onErased={() => setFound({ ...found, entries: [] })} />
      )}
    </AccountPanel>
  )
}

const maxShown = 10

/** A visitor's data, to view, download and erase. */
function VisitorDataResult({ found, onErased }: { found: FoundVisitor; onErased: () => void }) {
  const [isConfirming, setIsConfirming] = useState(false)
  const { email, entries } = found
  if (entries.length === 0)
    return (
      <Note kind="ok">
        <Trans id="No form submissions from <bdi>{email}</bdi>." values={{ email }} />
      </Note>
    )
  return (
    <div className="stack visitor-found" data-gap="3">
      <p role="status">
        <Trans
          id="{countLabel} from <bdi>{email}</bdi>"
          values={{ countLabel: countLabel(entries.length), email }}
        />
      </p>
      <ul className="stack session-list" aria-label={t('Form submissions found')}>
        {entries.slice(0, maxShown).map((entry) => (
          <EntryRow key={entry.id} entry={entry} />
        ))}
      </ul>
      {entries.length > maxShown && (
        <p>{t('Showing the first {maxShown}. The download includes them all.', { maxShown })}</p>
      )}
      <div className="actions">
        <Button onClick={() => downloadData(found)} icon="download">
          {t('Download')}
        </Button>
        <Button
          kind="danger-text"
          aria-haspopup="dialog"
          onClick={() => setIsConfirming(true)}
          icon="trash"
        >
          {t('Erase')}
        </Button>
      </div>
      {isConfirming && (
        <EraseDialog found={found} onClose={() => setIsConfirming(false)} onErased={onErased} />
      )}
    </div>
  )
}

function EntryRow({
  entry: { formData, card, timestamp },
}: {
  entry: FoundVisitor['entries'][number]
}) {
  return (
    <li className="visitor-entry">
      <Icon name="inbox" />
      <div>
        <strong dir="auto">{submitterName(formData)}</strong>
        <p className="field-hint">
          {formatDateTime(timestamp)}
          {card && <>{t(', on {card}', { card })}</>}
        </p>
        <div className="visitor-answers">
          {Object.entries(formData)
            .filter(([key, answer]) => key !== 'name' && answer !== '')
            .map(([key, answer]) => (
              <span key={key} dir="auto">
                {answer}
              </span>
            ))}
        </div>
      </div>
    </li>
  )
}

function EraseDialog({
  found: { email, entries },
  onClose,
  onErased,
}: {
  found: FoundVisitor
  onClose: () => void
  onErased: () => void
}) {
  const { attempt, busy, failure } = useSubmit(t('Failed to erase'))
  const erase = () =>
    void attempt(async () => {
      const erased = await eraseVisitor(email)
      toast(t('Visitor data erased'), t('{countLabel} erased.', { countLabel: countLabel(erased) }))
      onErased()
      onClose()
    })
  return (
    <ConfirmDialog
      title={t("Erase this visitor's data?")}
      text={t(
        "{countLabel} from {email}, with your notes, will be erased. This can't be undone. Backups keep a copy until they expire.",
        { countLabel: countLabel(entries.length), email },
      )}
      action={t('Erase')}
      busy={busy && t('Erasing...')}
      error={<FailureNote title={t('Failed to erase')} message={failure} />}
      onCancel={onClose}
      onConfirm={erase}
    />
  )
}

/** Downloads the data. Its file name omits the visitor's email address, because others may see file names. */
function downloadData(found: FoundVisitor): void {
  const day = new Intl.DateTimeFormat('en-CA', { dateStyle: 'short' }).format()
  const file = new Blob([`${JSON.stringify(found, null, 2)}\n`], { type: 'application/json' })
  downloadFile(file, `${product.shortName}-visitor-${day}.json`)
}

function countLabel(entries: number): string {
  return t('{entries, plural, one {# form submission} other {# form submissions}}', { entries })
}
