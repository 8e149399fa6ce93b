import { useEffect, useState } from 'react'
import type { ImportedContact, Target } from '../../../contact-details/imported-contact.ts'
import { Trans } from '../../../messages/Trans.tsx'
import { t } from '../../../messages/t.ts'
import { Button } from '../../../ui/Button.tsx'
import { Switch } from '../../../ui/Switch.tsx'
import type { Draft, PanelProps } from '../draft.ts'
import { lockedReason } from '../template-rules.ts'
import { useImagePicker } from '../useImagePicker.tsx'
import { targetLabels } from './read-import.ts'
import {
  moveRow,
  proposeRows,
  type Row,
  replacedText,
  rowsToFields,
  targetChoices,
} from './review-rows.ts'

/** Shows which value fills which field. Once confirmed, the values and the photo become one change of the draft. */
export function ImportReview({
  panel,
  contact,
  onBack,
  onClose,
}: {
  panel: PanelProps
  contact: ImportedContact
  onBack: () => void
  onClose: () => void
}) {
  const [rows, setRows] = useState(() => proposeRows(contact.values, panel))
  const photo = lockedReason(panel, 'profilePicture') ? undefined : contact.photo
  const [usesPhoto, setUsesPhoto] = useState(photo !== undefined)
  const apply = (picture: Partial<Draft>) => {
    panel.change({ ...rowsToFields(rows, panel.draft), ...picture })
    onClose()
  }
  // The picture goes into the draft like the other details, and is saved with them.
  const picker = useImagePicker(
    {
      ...panel,
      save: async (picture = {}) => {
        apply(picture)
        return true
      },
    },
    'profilePicture',
  )
  const add = () => {
    if (photo && usesPhoto) picker.pickFile(photo)
    else apply({})
  }
  const list = { rows, panel, onMove: setRows }
  return (
    <>
      <div className="dialog-body">
        {photo && <PhotoRow photo={photo} used={usesPhoto} onUse={setUsesPhoto} />}
        {picker.note}
        <RowList {...list} label={t('Recognized')} shown={rows.filter(({ isKnown }) => isKnown)} />
        <RowList
          {...list}
          label={t('Not recognized')}
          hint={t('Skipped unless you select a field.')}
          shown={rows.filter(({ isKnown }) => !isKnown)}
        />
      </div>
      <footer className="dialog-foot">
        <Button onClick={onBack}>{t('Back')}</Button>
        <AddButton rows={rows} usesPhoto={usesPhoto} busy={picker.busy} onAdd={add} />
      </footer>
      {picker.dialog}
    </>
  )
}

function AddButton({
  rows,
  usesPhoto,
  busy,
  onAdd,
}: {
  rows: Row[]
  usesPhoto: boolean
  busy: boolean
  onAdd: () => void
}) {
  const count = rows.filter(({ target }) => target).length
  const isEmpty = count === 0 && !usesPhoto
  return (
    <Button
      kind="primary"
      busy={busy && t('Adding...')}
      aria-disabled={isEmpty || undefined}
      onClick={isEmpty ? undefined : onAdd}
    >
      {usesPhoto
        ? t('Crop photo and add')
        : t('{count, plural, one {Add # detail} other {Add # details}}', { count })}
    </Button>
  )
}

function PhotoRow({
  photo,
  used,
  onUse,
}: {
  photo: File
  used: boolean
  onUse: (used: boolean) => void
}) {
  const [source, setSource] = useState<string>()
  useEffect(() => {
    const url = URL.createObjectURL(photo)
    setSource(url)
    return () => URL.revokeObjectURL(url)
  }, [photo])
  return (
    <div className="import-photo">
      {source && <img src={source} alt="" width={56} height={56} />}
      <Switch label={t('Use the photo')} checked={used} onChange={onUse} />
    </div>
  )
}

function RowList({
  label,
  hint,
  shown,
  rows,
  panel,
  onMove,
}: {
  label: string
  hint?: string
  shown: Row[]
  rows: Row[]
  panel: PanelProps
  onMove: (rows: Row[]) => void
}) {
  if (shown.length === 0) return null
  return (
    <section className="stack import-rows" aria-label={label}>
      <h3>{label}</h3>
      {hint && <p className="field-hint">{hint}</p>}
      <ul>
        {shown.map((row) => (
          <ReviewRow
            key={row.id}
            row={row}
            replaced={replacedText(row, panel.draft)}
            choices={targetChoices(row, rows, panel)}
            onMove={(target) => onMove(moveRow(rows, row.id, target))}
          />
        ))}
      </ul>
    </section>
  )
}

function ReviewRow({
  row,
  replaced,
  choices,
  onMove,
}: {
  row: Row
  replaced: string | undefined
  choices: Target[]
  onMove: (target: Target | undefined) => void
}) {
  const { text, caption, target, reason } = row
  return (
    <li className="import-row" data-out={target ? undefined : ''}>
      <div>
        <p dir="auto">{target === 'button' && caption ? `${caption}: ${text}` : text}</p>
        {!target && reason && <p className="field-hint">{reason}</p>}
        {replaced && replaced !== text && (
          <p className="field-hint">
            <Trans id="Replaces <bdi>{replaced}</bdi>" values={{ replaced }} />
          </p>
        )}
      </div>
      <select
        className="input"
        aria-label={t('Field for {text}', { text })}
        value={target ?? ''}
        onChange={({ currentTarget: { value } }) =>
          onMove(choices.find((choice) => choice === value))
        }
      >
        <option value="">{t('Skip')}</option>
        {choices.map((choice) => (
          <option key={choice} value={choice}>
            {targetLabels[choice]}
          </option>
        ))}
      </select>
    </li>
  )
}
