import { useState } from 'react'
import type { ApiToken } from '../../../schema/pull.ts'
import { sentence } from '../../api.ts'
import { revokeToken, useTokens } from '../../data/account.ts'
import { useAttempt } from '../../shell/useAttempt.ts'
import { ConfirmDialog } from '../../ui/Dialog.tsx'
import { ErrorPanel, Note } from '../../ui/Notes.tsx'
import { toast } from '../../ui/toasts.ts'
import { NewToken } from './NewToken.tsx'
import { TokenRow } from './TokenRow.tsx'

/** What programs read in one's name with: made here, shown once, revoked here. */
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
        <ErrorPanel
          title="Your tokens could not be loaded"
          message={sentence(error, 'Something went wrong. Please try again.')}
          onRetry={() => void again()}
        />
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
  const { attempt, busy, failure } = useAttempt('Revoking failed')
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
      error={
        failure && (
          <Note kind="bad" title="Revoking failed">
            {failure}
          </Note>
        )
      }
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
