import { useId, useState } from 'react'
import { Icon } from '../../../../card/icons/Icon.tsx'
import { NetworkIcon } from '../../../../card/icons/NetworkIcon.tsx'
import { displayUrl } from '../../../../card/links.ts'
import { maxSocialLinks } from '../../../../schema/cards/card-fields.ts'
import { t } from '../../../messages/t.ts'
import { Button } from '../../../ui/Button.tsx'
import { useNetworkLogos } from '../../../ui/CardThumb.tsx'
import { Note } from '../../../ui/Notes.tsx'
import { UndoRow, useUndoableRemove } from '../../../ui/UndoRow.tsx'
import { ReachButton } from '../audience/ReachButton.tsx'
import type { PanelProps } from '../draft.ts'
import { sharedLabel } from '../languages/TranslatedField.tsx'
import { PanelSection } from './PanelSection.tsx'
import {
  additionalNetworks,
  CustomPlatformDialog,
  mainNetworks,
  networkTitle,
  PlatformDialog,
} from './PlatformDialog.tsx'

/** The social tab of the advanced editor, which lists more networks. */
export function AdvancedSocialTab(props: PanelProps) {
  return <SocialTab {...props} variant="advanced" />
}

/** Social links: a dialog for each network, and one for custom platforms. */
export function SocialTab({ variant = 'quick', ...props }: PanelProps & { variant?: Variant }) {
  const { draft, errors } = props
  const [open, setOpen] = useState<string>()
  const [adding, setAdding] = useState(false)
  const close = () => {
    setOpen(undefined)
    setAdding(false)
  }
  return (
    <PanelSection
      title={sharedLabel(t('Social Media'), props)}
      action={<ReachButton panel={props} field="socialLinks" />}
      text={t('{count} of {maxSocialLinks} links', {
        count: Object.keys(draft.socialLinks).length,
        maxSocialLinks,
      })}
    >
      {errors.socialLinks && <Note kind="bad">{errors.socialLinks}</Note>}
      <NetworkRows {...props} label={t('Main platforms')} keys={mainNetworks} onOpen={setOpen} />
      <h3>{t('Additional Platforms')}</h3>
      <div className="network-scroll">
        <NetworkRows
          {...props}
          label={t('Additional Platforms')}
          keys={additionalNetworks(draft.socialLinks, variant)}
          onOpen={setOpen}
        />
      </div>
      <div className="row">
        <Button onClick={() => setAdding(true)} icon="plus">
          {t('Add Platform')}
        </Button>
      </div>
      {open && <PlatformDialog panel={props} network={open} onClose={close} />}
      {adding && <CustomPlatformDialog panel={props} onClose={close} />}
    </PanelSection>
  )
}

type Variant = 'quick' | 'advanced'

function NetworkRows({
  draft,
  change,
  errors,
  label,
  keys,
  onOpen,
}: PanelProps & { label: string; keys: string[]; onOpen: (network: string) => void }) {
  const links = Object.entries(draft.socialLinks)
  useNetworkLogos(draft.socialLinks)
  const { box, removed, remove, restore, forget } = useUndoableRemove(links, (links) =>
    change({ socialLinks: Object.fromEntries(links) }),
  )
  // A removed custom platform leaves the list, but its row stays while that can be undone.
  const removedKey = removed?.item[0]
  const shown = removedKey && !keys.includes(removedKey) ? [...keys, removedKey] : keys
  return (
    <div ref={box} tabIndex={-1} className="sortable-box">
      <ul className="stack" aria-label={label}>
        {shown.map((key) =>
          key === removedKey && !Object.hasOwn(draft.socialLinks, key) ? (
            <UndoRow
              key={key}
              text={t('Removed: {networkTitle}', { networkTitle: networkTitle(key) })}
              onUndo={restore}
              onGone={forget}
            />
          ) : (
            <NetworkRow
              key={key}
              network={key}
              place={links.findIndex(([link]) => link === key)}
              url={draft.socialLinks[key]}
              error={errors[`socialLinks.${key}`]}
              onOpen={() => onOpen(key)}
              onRemove={remove}
            />
          ),
        )}
      </ul>
    </div>
  )
}

/** A network with its link and, if it has one, a check mark. Opens its dialog. */
function NetworkRow({
  network,
  place,
  url,
  error,
  onOpen,
  onRemove,
}: {
  network: string
  /** Its index among the card's links; -1 if not set. */
  place: number
  url: string | undefined
  error: string | undefined
  onOpen: () => void
  onRemove: (place: number) => void
}) {
  const title = networkTitle(network)
  const errorId = useId()
  return (
    <li className="network" data-set={url ? '' : undefined}>
      <button
        type="button"
        className="network-open"
        aria-describedby={error && errorId}
        data-invalid={error ? '' : undefined}
        onClick={onOpen}
      >
        <NetworkIcon network={network} />
        <span>
          <strong className="clipped" dir="auto">
            {title}
          </strong>
          <span className="clipped" dir="auto" title={url}>
            {url ? displayUrl(url) : t('Not set')}
          </span>
        </span>
        {url ? <Tick /> : <Icon name="plus" size={18} />}
      </button>
      {url && (
        <Button
          kind="danger-text"
          size="small"
          label={t('Remove: {title}', { title })}
          data-remove={place}
          onClick={() => onRemove(place)}
        >
          <Icon name="trash" size={16} />
        </Button>
      )}
      {error && (
        <p className="field-error" id={errorId}>
          <Icon name="alert" size={16} />
          {error}
        </p>
      )}
    </li>
  )
}

function Tick() {
  return (
    <span className="network-tick">
      <Icon name="check" size={18} />
    </span>
  )
}
