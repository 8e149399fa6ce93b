import { useState } from 'react'
import type { AccountView } from '../../../data/account-analytics.ts'
import { UserSearch } from '../../../shell/UserSearch.tsx'
import { SelectField } from '../../../ui/SelectField.tsx'

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
