import { Icon } from '../../../../card/Icon.tsx'
import { spoken } from '../../../../card/links.ts'
import { NetworkIcon } from '../../../../card/NetworkIcon.tsx'
import { Button } from '../../../ui/Button.tsx'
import { networkTitle } from './networks.ts'

/** A network: where it leads and a tick when it is set; a press opens its dialog. */
export function NetworkRow({
  network,
  place,
  address,
  onOpen,
  onRemove,
}: {
  network: string
  /** Its place among the card's links; -1 when it is not set. */
  place: number
  address: string | undefined
  onOpen: () => void
  onRemove: (place: number) => void
}) {
  const title = networkTitle(network)
  return (
    <li className="network" data-set={address ? '' : undefined}>
      <button type="button" className="network-open" onClick={onOpen}>
        <NetworkIcon network={network} />
        <span>
          <strong className="clipped" dir="auto">
            {title}
          </strong>
          <span className="clipped" dir="auto" title={address}>
            {address ? spoken(address) : 'Not set'}
          </span>
        </span>
        {address ? (
          <span className="network-tick">
            <Icon name="check" size={18} />
          </span>
        ) : (
          <Icon name="plus" size={18} />
        )}
      </button>
      {address && (
        <Button
          kind="danger-text"
          size="small"
          label={`Remove: ${title}`}
          data-remove={place}
          onClick={() => onRemove(place)}
        >
          <Icon name="trash" size={16} />
        </Button>
      )}
    </li>
  )
}
