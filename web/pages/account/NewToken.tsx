import { useState } from 'react'
import { type ApiToken, NewApiToken, type TokenScope } from '../../../schema/pull.ts'
import { createToken } from '../../data/account.ts'
import { useAttempt } from '../../shell/useAttempt.ts'
import { Button } from '../../ui/Button.tsx'
import { CopyLine } from '../../ui/CopyLine.tsx'
import { Field } from '../../ui/Field.tsx'
import { Form } from '../../ui/Form.tsx'
import { Note } from '../../ui/Notes.tsx'
import { SelectField } from '../../ui/SelectField.tsx'

const scopes = [
  { value: 'read', label: 'Cards and analytics' },
  { value: 'security-events', label: 'Security events of everybody' },
] as const

/** Makes a token and shows it, which it never does again. */
export function NewToken({
  level,
  made,
  onMade,
}: {
  level: number
  made: ApiToken | undefined
  onMade: (token: ApiToken) => void
}) {
  const { attempt, failure } = useAttempt('Creating the token failed')
  const [scope, setScope] = useState<TokenScope>('read')
  const submit = (sent: NewApiToken, _refuse: unknown, empty: () => void) =>
    attempt(async () => {
      onMade(await createToken({ ...sent, scope }))
      empty()
    })
  return (
    <>
      <Form contract={NewApiToken} start={{ name: '' }} onSubmit={submit}>
        {(busy) => (
          <>
            {failure && (
              <Note kind="bad" title="Creating the token failed">
                {failure}
              </Note>
            )}
            <Field
              name="name"
              label="Token name"
              hint="What it is for, such as Sales spreadsheet"
            />
            {level === 5 && (
              <SelectField label="It can read" options={scopes} value={scope} onChange={setScope} />
            )}
            <Button type="submit" busy={busy && 'Creating...'}>
              Create token
            </Button>
          </>
        )}
      </Form>
      {made?.token && (
        <div className="new-token" role="status">
          <p>
            <strong>{made.name}</strong>: copy the token now, it is not shown again.
          </p>
          <CopyLine link={made.token} what="token" name="API token" />
        </div>
      )}
    </>
  )
}
