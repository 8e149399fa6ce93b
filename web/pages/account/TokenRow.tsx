import { Icon } from '../../../card/Icon.tsx'
import type { ApiToken } from '../../../schema/pull.ts'
import { Button } from '../../ui/Button.tsx'
import { dateAndTime } from '../../ui/dates.ts'

export function TokenRow({
  token: { name, hint, createdAt, lastUsedAt },
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
          <code>{hint}…</code> made {lower(dateAndTime(createdAt))},{' '}
          {lastUsedAt ? `last used ${lower(dateAndTime(lastUsedAt))}` : 'never used'}
        </p>
      </div>
      <Button size="small" aria-haspopup="dialog" onClick={onRevoke}>
        Revoke<span className="hidden-text"> {name}</span>
      </Button>
    </li>
  )
}

function lower(date: string): string {
  return date.charAt(0).toLowerCase() + date.slice(1)
}
