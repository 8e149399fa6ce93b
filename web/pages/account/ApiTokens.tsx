import { useState } from 'react'
import { Icon } from '../../../card/icons/Icon.tsx'
import { type ApiToken, NewApiToken, type TokenScope } from '../../../schema/analytics-export.ts'
import { createToken, revokeToken, useTokens } from '../../data/account.ts'
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
import { ListPlaceholder } from './ListPlaceholder.tsx'

/** The user's API tokens: create, show once, revoke. */
export function ApiTokens({ level }: { level: number }) {
  const { tokens, error, revalidate } = useTokens()
  const [asked, setAsked] = useState<ApiToken>()
  const [made, setMade] = useState<ApiToken>()
  return (
    <section className="panel stack account-panel" data-gap="3" aria-labelledby="tokens-heading">
      <h2 id="tokens-heading">API tokens</h2>
      <p>
        A token gives a spreadsheet or program read-only access to your analytics.{' '}
        <a className="text-link" href="/api/docs">
          How to use the API
        </a>
      </p>
      <NewToken level={level} made={made} onMade={setMade} />
      {tokens && tokens.length > 0 && (
        <ul className="stack session-list">
          {tokens.map((token) => (
            <TokenRow key={token.id} token={token} onRevoke={() => setAsked(token)} />
          ))}
        </ul>
      )}
      {tokens?.length === 0 && <p>You have no tokens yet.</p>}
      {!tokens && <ListPlaceholder of="tokens" error={error} onRetry={revalidate} />}
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
  const { attempt, busy, failure } = useSubmit('Failed to revoke token')
  const revoke = () =>
    void attempt(async () => {
      await revokeToken(id)
      toast('Token revoked', `“${name}” no longer has access.`)
      onDone()
    })
  return (
    <ConfirmDialog
      title="Revoke this token?"
      text={`Anything that uses “${name}” will lose access. This can't be undone.`}
      action="Revoke"
      busy={busy && 'Revoking...'}
      error={<FailureNote title="Failed to revoke token" message={failure} />}
      onCancel={onClose}
      onConfirm={revoke}
    />
  )
}

function TokenRow({
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
        <p className="field-hint">
          {prefixes[scope]}
          <code>{hint}…</code> created {formatTimeInSentence(createdAt)},{' '}
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
  { value: 'security-events', label: 'Security events of all users' },
  { value: 'metrics', label: 'Metrics of the installation' },
] as const

const prefixes = { read: '', 'security-events': 'Security events: ', metrics: 'Metrics: ' }

/** Creates a token and shows it once. */
function NewToken({
  level,
  made,
  onMade,
}: {
  level: number
  made: ApiToken | undefined
  onMade: (token: ApiToken) => void
}) {
  const { attempt, failure } = useSubmit('Failed to create token')
  const [scope, setScope] = useState<TokenScope>('read')
  const submit = (sent: NewApiToken, _refuse: unknown, empty: () => void) =>
    attempt(async () => {
      onMade(await createToken({ ...sent, scope }))
      empty()
    })
  return (
    <>
      <Form schema={NewApiToken} defaultValues={{ name: '' }} onSubmit={submit}>
        {(busy) => (
          <>
            <FailureNote title="Failed to create token" message={failure} />
            <Field name="name" label="Token name" hint="What it's for, e.g. Sales spreadsheet" />
            {level === 5 && (
              <SelectField label="Access" options={scopes} value={scope} onChange={setScope} />
            )}
            <Button type="submit" busy={busy && 'Creating...'}>
              Create token
            </Button>
          </>
        )}
      </Form>
      {made?.token && (
        <div className="stack new-token" role="status">
          <p>
            <strong>{made.name}</strong>: copy this token now. It won't be shown again.
          </p>
          <CopyLine link={made.token} what="token" name="API token" />
        </div>
      )}
    </>
  )
}
