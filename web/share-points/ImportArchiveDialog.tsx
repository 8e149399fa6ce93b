import { useState } from 'react'
import type { Card } from '../../schema/cards/card.ts'
import type { ImportedArchive, leftOutParts } from '../../schema/cards/card-archive.ts'
import { t } from '../messages/t.ts'
import { useSubmit } from '../shell/useSubmit.ts'
import { Button } from '../ui/Button.tsx'
import { Dialog, DoneFoot } from '../ui/Dialog.tsx'
import { FieldFrame } from '../ui/Fields.tsx'
import { FailureNote, Note } from '../ui/Notes.tsx'
import { importArchive } from './data.ts'

/** Replaces a card with the one in an archive, and lists what was imported. */
export function ImportArchiveDialog({ card, onClose }: { card: Card; onClose: () => void }) {
  const [file, setFile] = useState<File>()
  const [imported, setImported] = useState<ImportedArchive>()
  const { attempt, busy, failure } = useSubmit(t('Import failed'))
  const submit = () =>
    void attempt(async () => {
      if (file) setImported(await importArchive(card.id, file))
    })
  if (imported) return <Imported imported={imported} onClose={onClose} />
  return (
    <Dialog title={t('Import ZIP')} onClose={onClose}>
      <div className="dialog-body">
        <p className="dialog-text">
          {t(
            'This replaces the texts, images and settings of the card “{name}”. Its link, share points, contacts and figures stay. Share points and contacts in the file are added.',
            { name: card.name ?? card.slug },
          )}
        </p>
        <FieldFrame label={t('ZIP file')} hint={t('An archive of a card, at most 12 MB')}>
          {(marks) => (
            <input
              className="input"
              type="file"
              accept=".zip,application/zip"
              {...marks}
              onChange={(event) => setFile(event.target.files?.[0])}
            />
          )}
        </FieldFrame>
        <FailureNote title={t('Import failed')} message={failure} />
      </div>
      <footer className="dialog-foot">
        <Button onClick={onClose}>{t('Cancel')}</Button>
        <Button
          kind="primary"
          aria-disabled={file ? undefined : true}
          busy={busy && t('Importing...')}
          onClick={submit}
        >
          {t('Replace card')}
        </Button>
      </footer>
    </Dialog>
  )
}

const leftOutTexts: Record<(typeof leftOutParts)[number], string> = {
  code: t('Custom CSS and chatbot code were left out. They require level 3 or above.'),
  contacts: t('Contacts were left out. Only the card owner or a System Admin can import them.'),
  'share points': t('Some share points were left out, because the card has too many.'),
}

function Imported({ imported, onClose }: { imported: ImportedArchive; onClose: () => void }) {
  const { pictures, sharePoints, entries, leftOut } = imported
  return (
    <Dialog title={t('Archive imported')} onClose={onClose}>
      <div className="dialog-body">
        <Note kind="ok">
          {t('Images: {pictures}. Share points: {sharePoints}. Contacts: {entries}.', {
            pictures,
            sharePoints,
            entries,
          })}
        </Note>
        {leftOut.map((part) => (
          <Note key={part} kind="warn">
            {leftOutTexts[part]}
          </Note>
        ))}
      </div>
      <DoneFoot onClose={onClose} />
    </Dialog>
  )
}
