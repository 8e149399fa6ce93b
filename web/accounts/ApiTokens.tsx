import { useState } from 'react'
import { Icon } from '../../card/icons/Icon.tsx'
import {
  type ApiToken,
  NewApiToken,
  type TokenScope,
} from '../../schema/analytics/analytics-export.ts'
import { Trans } from '../messages/Trans.tsx'
import { t } from '../messages/t.ts'
import { useSubmit } from '../shell/useSubmit.ts'
import { Button } from '../ui/Button.tsx'
import { CopyLine } from '../ui/CopyLine.tsx'
import { SelectField } from '../ui/Fields.tsx'
import { Field, Form } from '../ui/Form.tsx'
import { formatTimeInSentence } from '../ui/format.ts'
import { FailureNote } from '../ui/Notes.tsx'
import { AccountPanel, ListPlaceholder, RevokeButton, RevokeDialog } from './AccountParts.tsx'
import { createToken, revokeToken, useTokens } from './data/account.ts'

/** The user's API tokens: create, show once, revoke. */
export function ApiTokens({ level }: { level: number }) {
  const { tokens, error, revalidate } = useTokens()
  const [toRevoke, setToRevoke] = useState<ApiToken>()
  const [created, setCreated] = useState<ApiToken>()
  const isRevoked = tokens !== undefined && !tokens.some(({ id }) => id === created?.id)
  return (
    <AccountPanel id="tokens-heading" title={t('API tokens')}>
      <p>
        <Trans
          id="A token gives a spreadsheet or program read-only access to your analytics. <link>How to use the API</link>"
          components={{
            link: (
              <a className="text-link" href="/api/docs">
                API
              </a>
            ),
          }}
        />
      </p>
      <NewToken level={level} created={isRevoked ? undefined : created} onCreated={setCreated} />
      {tokens && tokens.length > 0 && (
        <ul className="stack session-list">
          {tokens.map((token) => (
            <TokenRow key={token.id} token={token} onRevoke={() => setToRevoke(token)} />
          ))}
        </ul>
      )}
      {tokens?.length === 0 && <p>{t('You have no tokens yet.')}</p>}
      {!tokens && <ListPlaceholder of="tokens" error={error} onRetry={revalidate} />}
      {toRevoke && (
        <RevokeDialog
          name={toRevoke.name}
          title={t('Revoke this token?')}
          text={t("Anything that uses “{name}” will lose access. This can't be undone.", {
            name: toRevoke.name,
          })}
          failed={t('Failed to revoke token')}
          done={t('Token revoked')}
          revoke={() => revokeToken(toRevoke.id)}
          onClose={() => setToRevoke(undefined)}
          onDone={() => created?.id === toRevoke.id && setCreated(undefined)}
        />
      )}
    </AccountPanel>
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
          <Trans
            id="<code>{hint}…</code> created {time}, {time2}"
            values={{
              hint,
              time: formatTimeInSentence(createdAt),
              time2: lastUsedAt
                ? t('last used {time}', { time: formatTimeInSentence(lastUsedAt) })
                : t('never used'),
            }}
            components={{ code: <code /> }}
          />
        </p>
      </div>
      <RevokeButton name={name} onClick={onRevoke} />
    </li>
  )
}

const scopes = [
  { value: 'read', label: t('Cards and analytics') },
  { value: 'security-events', label: t('Security events of all users') },
] as const

const prefixes = {
  read: '',
  'security-events': `${t('Security events:')} `,
}

/** Creates a token and shows it once. */
function NewToken({
  level,
  created,
  onCreated,
}: {
  level: number
  created: ApiToken | undefined
  onCreated: (token: ApiToken) => void
}) {
  const { attempt, failure } = useSubmit(t('Failed to create token'))
  const [scope, setScope] = useState<TokenScope>('read')
  const submit = (sent: NewApiToken, _refuse: unknown, empty: () => void) =>
    attempt(async () => {
      onCreated(await createToken({ ...sent, scope }))
      empty()
    })
  return (
    <>
      <Form schema={NewApiToken} defaultValues={{ name: '' }} onSubmit={submit}>
        {(busy) => (
          <>
            <FailureNote title={t('Failed to create token')} message={failure} />
            <Field
              name="name"
              label={t('Token name')}
              hint={t("What it's for, e.g. Sales spreadsheet")}
            />
            {level === 5 && (
              <SelectField label={t('Access')} options={scopes} value={scope} onChange={setScope} />
            )}
            <Button type="submit" busy={busy && t('Creating...')}>
              {t('Create token')}
            </Button>
          </>
        )}
      </Form>
      {created?.token && (
        <div className="stack new-token" role="status">
          <p>
            <Trans
              id="<strong>{name}</strong>: copy this token now. It won't be shown again."
              values={{ name: created.name }}
            />
          </p>
          <CopyLine link={created.token} what="token" name={t('API token')} />
        </div>
      )}
    </>
  )
}
