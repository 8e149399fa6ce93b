import { useState } from 'react'
import type { UserRow } from '../../schema/users/user.ts'
import { errorMessage } from '../api.ts'
import { locale } from '../messages/language.ts'
import { t } from '../messages/t.ts'
import { useSubmit } from '../shell/useSubmit.ts'
import { Button } from '../ui/Button.tsx'
import { Dialog } from '../ui/Dialog.tsx'
import { TextField } from '../ui/Fields.tsx'
import { Note } from '../ui/Notes.tsx'
import { infoToast, toast } from '../ui/toasts.ts'
import { useDebouncedValue } from '../ui/useDebouncedValue.ts'
import { transferCards, useUsers } from './data.ts'

const maxResults = 6

type Props = { from: UserRow; onClose: () => void; onDone: () => void }

/** Transfers all cards of one user to a colleague, found by search. */
export function TransferCardsDialog({ from, onClose, onDone }: Props) {
  const [to, setTo] = useState<UserRow>()
  const [isMissing, setIsMissing] = useState(false)
  const { attempt, busy, failure } = useSubmit(t('Error'), t('Failed to hand over cards'))
  const send = () => {
    setIsMissing(!to)
    if (!to) return
    void attempt(async () => {
      const cards = await transferCards(from.id, to.id)
      const count = t('{cards, plural, one {# card now belongs} other {# cards now belong}}', {
        cards,
      })
      if (cards === 0)
        infoToast(
          t('Nothing to hand over'),
          t('{username} has no cards.', { username: from.username }),
        )
      else toast(t('Cards handed over'), t('{count} to {name}.', { count, name: nameOf(to) }))
      onDone()
      onClose()
    })
  }
  return (
    <Dialog
      title={t("Hand over {username}'s cards", { username: from.username })}
      onClose={onClose}
    >
      <div className="dialog-body">
        <p className="dialog-text">
          {t(
            "All of {username}'s cards move to the colleague you choose right away, with their links, inbox and analytics. Printed QR codes keep working. We'll email both people.",
            { username: from.username },
          )}
        </p>
        <Colleagues from={from} to={to} onChange={setTo} />
        {isMissing && !to && (
          <Note kind="bad">{t('Choose a colleague to receive the cards.')}</Note>
        )}
        {failure && <Note kind="bad">{failure}</Note>}
      </div>
      <footer className="dialog-foot">
        <Button onClick={onClose}>{t('Cancel')}</Button>
        <Button kind="primary" busy={busy && t('Handing over...')} onClick={send}>
          {t('Hand over cards')}
        </Button>
      </footer>
    </Dialog>
  )
}

type ColleaguesProps = {
  from: UserRow
  to: UserRow | undefined
  onChange: (to: UserRow) => void
}

function Colleagues({ from, to, onChange }: ColleaguesProps) {
  const [typed, setTyped] = useState('')
  const search = useDebouncedValue(typed.trim(), 300)
  const { page, error } = useUsers({
    search,
    sort: 'username',
    order: 'asc',
    page: 1,
    limit: maxResults + 1,
  })
  const found = (page?.rows ?? []).filter(({ id }) => id !== from.id).slice(0, maxResults)
  const others = (page?.total ?? 0) - (page?.rows.some(({ id }) => id === from.id) ? 1 : 0)
  const shown = to && !found.some(({ id }) => id === to.id) ? [to, ...found] : found
  return (
    <>
      <TextField
        label={t('Find a colleague')}
        type="search"
        autoComplete="off"
        placeholder={t('Name, username or email…')}
        value={typed}
        onChange={setTyped}
      />
      <fieldset className="stack colleagues" data-gap="1">
        <legend className="hidden-text">{t('Recipient')}</legend>
        {shown.map((row) => (
          <label key={row.id}>
            <input
              type="radio"
              name="colleague"
              checked={to?.id === row.id}
              onChange={() => onChange(row)}
            />
            <span>
              <strong dir="auto">{nameOf(row)}</strong>
              <small className="field-hint">
                {row.username} · {row.email}
              </small>
            </span>
          </label>
        ))}
        <p className="field-hint" role="status">
          {error && errorMessage(error, t('Failed to fetch users'))}
          {!error && !page && t('Loading users...')}
          {!error && page && shown.length === 0 && t('No users found')}
          {!error && page && shown.length > 0 && others > found.length && foundText(page.total)}
        </p>
      </fieldset>
    </>
  )
}

function foundText(total: number): string {
  return t('{total} users found. Refine your search.', { total: total.toLocaleString(locale) })
}

function nameOf({ fullName, username }: UserRow): string {
  return fullName ?? username
}
