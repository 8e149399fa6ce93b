import { useState } from 'react'
import type { UserRow } from '../../../schema/user.ts'
import { errorMessage } from '../../api.ts'
import { transferCards, useUsers } from '../../data/users.ts'
import { useSubmit } from '../../shell/useSubmit.ts'
import { Button } from '../../ui/Button.tsx'
import { Dialog } from '../../ui/Dialog.tsx'
import { Note } from '../../ui/Notes.tsx'
import { TextField } from '../../ui/TextField.tsx'
import { infoToast, toast } from '../../ui/toasts.ts'
import { useDebouncedValue } from '../../ui/useDebouncedValue.ts'

const maxResults = 6

type Props = { from: UserRow; onClose: () => void; onDone: () => void }

/** Transfers all cards of one user to a colleague, found by search. */
export function TransferCardsDialog({ from, onClose, onDone }: Props) {
  const [to, setTo] = useState<UserRow>()
  const [isMissing, setUnchosen] = useState(false)
  const { attempt, busy, failure } = useSubmit('Error', 'Failed to hand over cards')
  const send = () => {
    setUnchosen(!to)
    if (!to) return
    void attempt(async () => {
      const cards = await transferCards(from.id, to.id)
      const count = cards === 1 ? '1 card now belongs' : `${cards} cards now belong`
      if (cards === 0) infoToast('Nothing to hand over', `${from.username} has no cards.`)
      else toast('Cards handed over', `${count} to ${nameOf(to)}.`)
      onDone()
      onClose()
    })
  }
  return (
    <Dialog title={`Hand over ${from.username}'s cards`} onClose={onClose}>
      <div className="dialog-body">
        <p className="dialog-text">
          All of {from.username}'s cards move to the colleague you choose right away, with their
          links, inbox and analytics. Printed QR codes keep working. We'll email both people.
        </p>
        <Colleagues from={from} to={to} onChange={setTo} />
        {isMissing && !to && <Note kind="bad">Choose a colleague to receive the cards.</Note>}
        {failure && <Note kind="bad">{failure}</Note>}
      </div>
      <footer className="dialog-foot">
        <Button onClick={onClose}>Cancel</Button>
        <Button kind="primary" busy={busy && 'Handing over...'} onClick={send}>
          Hand over cards
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
  const shown = to && !found.some(({ id }) => id === to.id) ? [to, ...found] : found
  return (
    <>
      <TextField
        label="Find a colleague"
        type="search"
        autoComplete="off"
        placeholder="Name, username or email…"
        value={typed}
        onChange={setTyped}
      />
      <fieldset className="stack colleagues" data-gap="1">
        <legend className="hidden-text">Recipient</legend>
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
          {error
            ? errorMessage(error, 'Failed to fetch users')
            : !page
              ? 'Loading users...'
              : shown.length === 0
                ? 'No users found'
                : page.total > shown.length + 1
                  ? `${page.total.toLocaleString()} users found. Refine your search.`
                  : ''}
        </p>
      </fieldset>
    </>
  )
}

function nameOf({ fullName, username }: UserRow): string {
  return fullName ?? username
}
