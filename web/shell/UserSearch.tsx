import { useState } from 'react'
import { useUserSearch } from '../analytics/account-data.ts'
import { errorMessage } from '../api.ts'
import { t } from '../messages/t.ts'
import { Button } from '../ui/Button.tsx'
import { TextField } from '../ui/Fields.tsx'
import { useDebouncedValue } from '../ui/useDebouncedValue.ts'

/** Searches users by name, username or email. */
export function UserSearch({ onChoose }: { onChoose: (id: number) => void }) {
  const [typed, setTyped] = useState('')
  const { users, error } = useUserSearch(useDebouncedValue(typed.trim(), 300))
  return (
    <div className="stack user-search">
      <TextField
        label={t('Find a user')}
        type="search"
        autoFocus
        placeholder={t('Name, username or email…')}
        value={typed}
        onChange={setTyped}
      />
      {error && (
        <p role="alert">{errorMessage(error, t('Users could not be loaded. Try again.'))}</p>
      )}
      {users?.length === 0 && <p role="status">{t('No users found')}</p>}
      {users && users.length > 0 && (
        <ul>
          {users.map(({ id, fullName, username }) => (
            <li key={id}>
              <Button kind="ghost" size="small" onClick={() => onChoose(id)}>
                <bdi>{fullName || username}</bdi> <small className="muted">{username}</small>
              </Button>
            </li>
          ))}
        </ul>
      )}
    </div>
  )
}
