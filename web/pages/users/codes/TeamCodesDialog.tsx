import { useId, useState } from 'react'
import { Icon } from '../../../../card/icons/Icon.tsx'
import type { ListedCard } from '../../../../schema/card.ts'
import { QrStyle, qrColorError } from '../../../../schema/qr-style.ts'
import { useAllCards } from '../../../data/all-cards.ts'
import { QrStyleFields } from '../../../qr/QrStyleFields.tsx'
import { useQrStyle } from '../../../qr/useQrStyle.ts'
import { ErrorPanel } from '../../../shell/ErrorPanel.tsx'
import { Button } from '../../../ui/Button.tsx'
import { Dialog } from '../../../ui/Dialog.tsx'
import { FailureNote, Note } from '../../../ui/Notes.tsx'
import { ProgressBar } from '../../../ui/ProgressBar.tsx'
import { SelectField } from '../../../ui/SelectField.tsx'
import { TextField } from '../../../ui/TextField.tsx'
import { type TeamFormat, teamFormats, useTeamFiles } from './useTeamFiles.ts'

/** QR codes and badges of many cards, for level 4 and above. */
export function TeamCodesDialog({ onClose }: { onClose: () => void }) {
  const { cards, error, revalidate } = useAllCards()
  const [selected, setSelected] = useState<ReadonlySet<number>>(new Set())
  const [format, setFormat] = useState<TeamFormat>('png')
  const { choice, change } = useQrStyle('team')
  const work = useTeamFiles()
  const parsed = QrStyle.safeParse(choice)
  const styleError = parsed.success ? qrColorError(choice) : parsed.error.issues[0]?.message
  const chosen = (cards ?? []).filter(({ id }) => selected.has(id))
  const close = () => {
    work.cancel()
    onClose()
  }
  return (
    <Dialog onClose={close} title="Codes and badges" width="wide">
      <div className="dialog-body qr-studio">
        <div className="stack" data-gap="3">
          {error && !cards && (
            <ErrorPanel title="Error loading cards" error={error} onRetry={revalidate} />
          )}
          {!cards && !error && <p role="status">Loading cards...</p>}
          {cards && <CardPicker cards={cards} selected={selected} onChange={setSelected} />}
        </div>
        <div className="stack" data-gap="4">
          <SelectField label="File" options={teamFormats} value={format} onChange={setFormat} />
          <QrStyleFields choice={choice} onChange={change} sources={['none', 'logo', 'photo']} />
          <FailureNote title="Change the style" message={styleError} />
        </div>
      </div>
      <div className="dialog-body" role="status">
        {work.progress && (
          <ProgressBar
            label="Codes"
            value={work.progress.done}
            max={work.progress.of}
            text={`${work.progress.done.toLocaleString()} of ${work.progress.of.toLocaleString()}`}
          />
        )}
        <FailureNote title="Download failed" message={work.failure} />
        {work.refused.length > 0 && (
          <Note kind="warn" title="Some cards were left out">
            A phone could not read their codes. Remove the logo and try again:{' '}
            {work.refused.join(', ')}
          </Note>
        )}
      </div>
      <footer className="dialog-foot">
        {work.progress && <Button onClick={work.cancel}>Cancel</Button>}
        <Button
          kind="primary"
          busy={work.progress && 'Preparing...'}
          aria-disabled={chosen.length === 0 || styleError ? true : undefined}
          onClick={() =>
            !styleError && chosen.length > 0 && void work.begin(chosen, { format, choice })
          }
        >
          <Icon name="download" size={18} />
          Download
        </Button>
      </footer>
    </Dialog>
  )
}

type PickerProps = {
  cards: ListedCard[]
  selected: ReadonlySet<number>
  onChange: (selected: ReadonlySet<number>) => void
}

function CardPicker({ cards, selected, onChange }: PickerProps) {
  const [search, setSearch] = useState('')
  const hint = useId()
  const words = search.trim().toLowerCase()
  const shown = cards.filter(({ name, slug, company }) =>
    [name, slug, company].some((text) => text?.toLowerCase().includes(words)),
  )
  const areAllSelected = shown.length > 0 && shown.every(({ id }) => selected.has(id))
  const toggle = (ids: number[], isOn: boolean) => {
    const next = new Set(selected)
    for (const id of ids) isOn ? next.add(id) : next.delete(id)
    onChange(next)
  }
  return (
    <>
      <TextField
        label="Find cards"
        type="search"
        autoComplete="off"
        value={search}
        onChange={setSearch}
      />
      <p className="field-hint" id={hint} role="status">
        {selected.size.toLocaleString()} of {cards.length.toLocaleString()} cards selected
      </p>
      <label className="team-card">
        <input
          type="checkbox"
          checked={areAllSelected}
          onChange={() =>
            toggle(
              shown.map(({ id }) => id),
              !areAllSelected,
            )
          }
        />
        Select all {shown.length.toLocaleString()}
      </label>
      <ul className="team-cards" aria-describedby={hint}>
        {shown.map(({ id, name, slug }) => (
          <li key={id}>
            <label className="team-card">
              <input
                type="checkbox"
                checked={selected.has(id)}
                onChange={() => toggle([id], !selected.has(id))}
              />
              <span dir="auto">{name ?? slug}</span>
              <small className="muted">/{slug}</small>
            </label>
          </li>
        ))}
      </ul>
    </>
  )
}
