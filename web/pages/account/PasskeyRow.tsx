import { Icon } from '../../../card/Icon.tsx'
import type { Passkey } from '../../../schema/passkey.ts'
import { Button } from '../../ui/Button.tsx'
import { timeInSentence } from '../../ui/dates.ts'

export function PasskeyRow({
  passkey: { name, createdAt, lastUsedAt },
  onAsk,
}: {
  passkey: Passkey
  onAsk: (what: 'rename' | 'remove') => void
}) {
  return (
    <li className="passkey-row">
      <Icon name="key" />
      <div>
        <strong dir="auto">{name}</strong>
        <p>
          Added {timeInSentence(createdAt)},{' '}
          {lastUsedAt ? `last used ${timeInSentence(lastUsedAt)}` : 'never used'}
        </p>
      </div>
      <span className="passkey-acts">
        <Button size="small" aria-haspopup="dialog" onClick={() => onAsk('rename')}>
          Rename<span className="hidden-text"> {name}</span>
        </Button>
        <Button size="small" aria-haspopup="dialog" onClick={() => onAsk('remove')}>
          Remove<span className="hidden-text"> {name}</span>
        </Button>
      </span>
    </li>
  )
}
