import { useState } from 'react'
import { Icon } from '../../../../card/Icon.tsx'
import { socialLinksMax } from '../../../../schema/card.ts'
import { Button } from '../../../ui/Button.tsx'
import { Note } from '../../../ui/Notes.tsx'
import { UndoRow } from '../../../ui/UndoRow.tsx'
import { useRemoval } from '../../../ui/useRemoval.ts'
import type { PanelProps } from '../draft.ts'
import { CustomPlatformDialog } from './CustomPlatformDialog.tsx'
import { NetworkRow } from './NetworkRow.tsx'
import { additionalNetworks, mainNetworks, networkTitle } from './networks.ts'
import { PanelSection } from './PanelSection.tsx'
import { PlatformDialog } from './PlatformDialog.tsx'

/** The card's social links: a dialog for each network, and one for a platform of the owner's own. */
export function SocialTab({ variant = 'quick', ...props }: PanelProps & { variant?: Variant }) {
  const { draft, errors } = props
  const [open, setOpen] = useState<string>()
  const [adding, setAdding] = useState(false)
  const problem = Object.entries(errors).find(([path]) => path.startsWith('socialLinks'))
  const close = () => {
    setOpen(undefined)
    setAdding(false)
  }
  return (
    <PanelSection
      title="Social Media"
      text={`${Object.keys(draft.socialLinks).length} of ${socialLinksMax} links`}
    >
      {problem && (
        <Note kind="bad" title={networkTitle(problem[0].split('.')[1] ?? '')}>
          {problem[1]}
        </Note>
      )}
      <NetworkRows {...props} label="Main platforms" keys={mainNetworks} onOpen={setOpen} />
      <h3>Additional Platforms</h3>
      <div className="network-scroll">
        <NetworkRows
          {...props}
          label="Additional Platforms"
          keys={additionalNetworks(draft.socialLinks, variant)}
          onOpen={setOpen}
        />
      </div>
      <div className="add-line">
        <Button onClick={() => setAdding(true)}>
          <Icon name="plus" size={18} />
          Add Platform
        </Button>
      </div>
      {open && <PlatformDialog {...props} network={open} onClose={close} />}
      {adding && <CustomPlatformDialog {...props} onClose={close} />}
    </PanelSection>
  )
}

type Variant = 'quick' | 'advanced'

function NetworkRows({
  draft,
  change,
  label,
  keys,
  onOpen,
}: PanelProps & { label: string; keys: string[]; onOpen: (network: string) => void }) {
  const links = Object.entries(draft.socialLinks)
  const { box, removed, remove, restore, forget } = useRemoval(links, (kept) =>
    change({ socialLinks: Object.fromEntries(kept) }),
  )
  // A platform of the owner's own leaves the list with its link; its place is kept while it can come back.
  const gone = removed?.item[0]
  const shown = gone && !keys.includes(gone) ? [...keys, gone] : keys
  return (
    <div ref={box} tabIndex={-1} className="sortable-box">
      <ul className="networks" aria-label={label}>
        {shown.map((key) =>
          key === gone && !Object.hasOwn(draft.socialLinks, key) ? (
            <UndoRow
              key={key}
              text={`Removed: ${networkTitle(key)}`}
              onUndo={restore}
              onGone={forget}
            />
          ) : (
            <NetworkRow
              key={key}
              network={key}
              place={links.findIndex(([link]) => link === key)}
              address={draft.socialLinks[key]}
              onOpen={() => onOpen(key)}
              onRemove={remove}
            />
          ),
        )}
      </ul>
    </div>
  )
}
