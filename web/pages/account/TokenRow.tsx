import { Icon } from '../../../card/Icon.tsx'
import type { ApiToken } from '../../../schema/pull.ts'
import { Button } from '../../ui/Button.tsx'
import { timeInSentence } from '../../ui/dates.ts'

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
          <code>{hint}…</code> made {timeInSentence(createdAt)},{' '}
          {lastUsedAt ? `last used ${timeInSentence(lastUsedAt)}` : 'never used'}
        </p>
      </div>
      <Button size="small" aria-haspopup="dialog" onClick={onRevoke}>
        Revoke<span className="hidden-text"> {name}</span>
      </Button>
    </li>
  )
}
