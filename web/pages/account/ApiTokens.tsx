import { useState } from 'react'
import { Icon } from '../../../card/icons/Icon.tsx'
import { type ApiToken, NewApiToken, type TokenScope } from '../../../schema/export.ts'
import { createToken, revokeToken, useTokens } from '../../data/account.ts'
import { ErrorPanel } from '../../shell/ErrorPanel.tsx'
import { useSubmit } from '../../shell/useSubmit.ts'
import { Button } from '../../ui/Button.tsx'
import { CopyLine } from '../../ui/CopyLine.tsx'
import { ConfirmDialog } from '../../ui/Dialog.tsx'
import { Field } from '../../ui/Field.tsx'
import { Form } from '../../ui/Form.tsx'
import { formatTimeInSentence } from '../../ui/format-date.ts'
import { FailureNote } from '../../ui/Notes.tsx'
import { SelectField } from '../../ui/SelectField.tsx'
import { toast } from '../../ui/toasts.ts'

/** The user's API tokens: create, show once, revoke. */
export function ApiTokens({ level }: { level: number }) {
  const { tokens, error, again } = useTokens()
  const [asked, setAsked] = useState<ApiToken>()
  const [made, setMade] = useState<ApiToken>()
  return (
    <section className="panel account-panel" aria-labelledby="tokens-heading">
      <h2 id="tokens-heading">API tokens</h2>
      <p>
        A token lets a spreadsheet or program read your analytics, and change nothing.{' '}
        <a className="text-link" href="/api/docs">
          How to use the API
        </a>
      </p>
      <NewToken level={level} made={made} onMade={setMade} />
      {tokens && tokens.length > 0 && (
        <ul className="session-list">
          {tokens.map((token) => (
            <TokenRow key={token.id} token={token} onRevoke={() => setAsked(token)} />
          ))}
        </ul>
      )}
      {tokens?.length === 0 && <p>You have no tokens yet.</p>}
      {!tokens && error && (
        <ErrorPanel title="Your tokens could not be loaded" error={error} onRetry={again} />
      )}
      {!tokens && !error && <TokensSkeleton />}
      {asked && (
        <RevokeDialog
          token={asked}
          onClose={() => setAsked(undefined)}
          onDone={() => {
            setAsked(undefined)
            if (made?.id === asked.id) setMade(undefined)
          }}
        />
      )}
    </section>
  )
}

function RevokeDialog({
  token: { id, name },
  onClose,
  onDone,
}: {
  token: ApiToken
  onClose: () => void
  onDone: () => void
}) {
  const { attempt, busy, failure } = useSubmit('Revoking failed')
  const revoke = () =>
    void attempt(async () => {
      await revokeToken(id)
      toast('Token revoked', `${name} can no longer read anything.`)
      onDone()
    })
  return (
    <ConfirmDialog
      title="Revoke this token?"
      text={`What uses “${name}” is refused from now on. This cannot be undone.`}
      action="Revoke"
      busy={busy && 'Revoking...'}
      error={<FailureNote title="Revoking failed" message={failure} />}
      onCancel={onClose}
      onConfirm={revoke}
    />
  )
}

function TokensSkeleton() {
  return (
    <div className="session-list" role="status" aria-busy="true">
      <span className="hidden-text">Loading your tokens</span>
      <div className="skeleton skeleton-row" />
    </div>
  )
}

export function TokenRow({
  token: { name, hint, scope, createdAt, lastUsedAt },
  onRevoke,
}: {
  token: ApiToken
  onRevoke: () => void
}) {
  return (
    <li>
      <Icon name="lock" />
      <div>
        <strong>{name}</strong>
        <p>
          {scope === 'security-events' && 'Security events: '}
          <code>{hint}…</code> made {formatTimeInSentence(createdAt)},{' '}
          {lastUsedAt ? `last used ${formatTimeInSentence(lastUsedAt)}` : 'never used'}
        </p>
      </div>
      <Button size="small" aria-haspopup="dialog" onClick={onRevoke}>
        Revoke<span className="hidden-text"> {name}</span>
      </Button>
    </li>
  )
}

const scopes = [
  { value: 'read', label: 'Cards and analytics' },
  { value: 'security-events', label: 'Security events of everybody' },
] as const

/** Creates a token and shows it once. */
export function NewToken({
  level,
  made,
  onMade,
}: {
  level: number
  made: ApiToken | undefined
  onMade: (token: ApiToken) => void
}) {
  const { attempt, failure } = useSubmit('Creating the token failed')
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
            <FailureNote title="Creating the token failed" message={failure} />
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
