import { useState } from 'react'
import { sentence } from '../../../api.ts'
import { type AccountView, useFoundUsers } from '../../../data/account-analytics.ts'
import { Button } from '../../../ui/Button.tsx'
import { SelectField } from '../../../ui/SelectField.tsx'
import { TextField } from '../../../ui/TextField.tsx'
import { useSettled } from '../../../ui/useSettled.ts'

type Props = {
  view: AccountView
  /** Whose cards are shown. */
  owner: string | null
  onChange: (whose: number | 'everybody' | undefined) => void
}

/** The own cards, everybody's, or those of a user who is looked for. */
export function WhoseField({ view, owner, onChange }: Props) {
  const [looking, setLooking] = useState(false)
  const chosen = whoseOf(view)
  const options = [
    { value: 'mine', label: 'My cards' },
    { value: 'everybody', label: 'The whole installation' },
    ...(chosen === 'user' ? [{ value: 'user', label: owner ?? 'A user' }] : []),
    { value: 'look', label: chosen === 'user' ? 'Another user…' : 'A user…' },
  ]
  const choose = (value: string) => {
    setLooking(value === 'look')
    if (value === 'mine') onChange(undefined)
    if (value === 'everybody') onChange('everybody')
  }
  return (
    <>
      <SelectField
        label="Whose"
        value={looking ? 'look' : chosen}
        options={options}
        onChange={choose}
      />
      {looking && (
        <UserSearch
          onChoose={(id) => {
            setLooking(false)
            onChange(id)
          }}
        />
      )}
    </>
  )
}

function whoseOf({ user, everybody }: AccountView): string {
  if (everybody) return 'everybody'
  return user === undefined ? 'mine' : 'user'
}

function UserSearch({ onChoose }: { onChoose: (id: number) => void }) {
  const [typed, setTyped] = useState('')
  const { users, error } = useFoundUsers(useSettled(typed.trim(), 300))
  return (
    <div className="user-search">
      <TextField
        label="Find a user"
        type="search"
        autoFocus
        placeholder="Name, username or e-mail…"
        value={typed}
        onChange={setTyped}
      />
      {error && <p role="alert">{sentence(error, 'The users could not be loaded. Try again.')}</p>}
      {users?.length === 0 && <p role="status">Nobody is called that.</p>}
      {users && users.length > 0 && (
        <ul>
          {users.map(({ id, fullName, username }) => (
            <li key={id}>
              <Button kind="ghost" size="small" onClick={() => onChoose(id)}>
                <bdi>{fullName || username}</bdi> <small>{username}</small>
              </Button>
            </li>
          ))}
        </ul>
      )}
    </div>
  )
}
