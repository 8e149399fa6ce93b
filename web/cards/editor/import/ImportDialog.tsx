import { type ClipboardEvent, type DragEvent, useRef, useState } from 'react'
import { Icon } from '../../../../card/icons/Icon.tsx'
import type { ImportedContact } from '../../../contact-details/imported-contact.ts'
import { textOfHtml } from '../../../contact-details/signature-html.ts'
import { t } from '../../../messages/t.ts'
import { Button } from '../../../ui/Button.tsx'
import { Dialog } from '../../../ui/Dialog.tsx'
import { FileInput, TextField } from '../../../ui/Fields.tsx'
import { Note } from '../../../ui/Notes.tsx'
import type { PanelProps } from '../draft.ts'
import { ImportReview } from './ImportReview.tsx'
import { contactTitle, type ImportResult, readImportFile, readImportText } from './read-import.ts'

/** Fills the draft from a contact file, an email signature or an account export, after a review. */
export function ImportDialog({ panel, onClose }: { panel: PanelProps; onClose: () => void }) {
  const [contacts, setContacts] = useState<ImportedContact[]>()
  const [chosen, setChosen] = useState<ImportedContact>()
  const contact = contacts?.length === 1 ? contacts[0] : chosen
  const back = () => {
    setChosen(undefined)
    if (!chosen || contacts?.length === 1) setContacts(undefined)
  }
  const title = contact
    ? t('Review the details')
    : contacts
      ? t('Choose a contact')
      : t('Import contact details')
  return (
    <Dialog title={title} width="wide" onClose={onClose}>
      {contact ? (
        <ImportReview panel={panel} contact={contact} onBack={back} onClose={onClose} />
      ) : contacts ? (
        <ContactList contacts={contacts} onChoose={setChosen} onBack={back} />
      ) : (
        <ImportSource onRead={setContacts} onClose={onClose} />
      )}
    </Dialog>
  )
}

/** Asks which of several contacts to import. */
function ContactList({
  contacts,
  onChoose,
  onBack,
}: {
  contacts: ImportedContact[]
  onChoose: (contact: ImportedContact) => void
  onBack: () => void
}) {
  const [search, setSearch] = useState('')
  const words = search.toLowerCase().split(' ').filter(Boolean)
  const shown = contacts.filter((contact) => {
    const text = contact.values.map((value) => value.text.toLowerCase()).join(' ')
    return words.every((word) => text.includes(word))
  })
  return (
    <>
      <div className="dialog-body">
        <p className="dialog-text">
          {t('This file has {count} contacts. A card is for one person: choose yours.', {
            count: contacts.length,
          })}
        </p>
        {contacts.length > 8 && (
          <TextField label={t('Search')} type="search" value={search} onChange={setSearch} />
        )}
        <ul className="import-contacts" aria-label={t('Contacts')}>
          {shown.map((contact) => (
            <li key={contacts.indexOf(contact)}>
              <button type="button" onClick={() => onChoose(contact)}>
                <strong className="clipped" dir="auto">
                  {contactTitle(contact)}
                </strong>
                <span className="clipped" dir="auto">
                  {subtitle(contact)}
                </span>
                <Icon name="chevron-right" size={16} />
              </button>
            </li>
          ))}
        </ul>
        {shown.length === 0 && <p className="field-hint">{t('No matching contacts')}</p>}
      </div>
      <footer className="dialog-foot">
        <Button onClick={onBack}>{t('Back')}</Button>
      </footer>
    </>
  )
}

function subtitle(contact: ImportedContact): string {
  return contact.values
    .filter(({ target }) => target === 'company' || target === 'email' || target === 'phone')
    .map(({ text }) => text)
    .filter((text) => text !== contactTitle(contact))
    .slice(0, 2)
    .join(', ')
}

/** Asks for a file or a pasted signature, and reads it. */
function ImportSource({
  onRead,
  onClose,
}: {
  onRead: (contacts: ImportedContact[]) => void
  onClose: () => void
}) {
  const [text, setText] = useState('')
  const [busy, setBusy] = useState(false)
  const [error, setError] = useState<string>()
  const handleResult = (result: ImportResult) => {
    if ('problem' in result) setError(result.problem)
    else onRead(result.contacts)
  }
  const choose = async (file: File | undefined) => {
    if (!file || busy) return
    setBusy(true)
    setError(undefined)
    const result = await readImportFile(file)
    setBusy(false)
    handleResult(result)
  }
  // Some links of a signature, such as those behind its icons, are only in its HTML.
  const paste = (event: ClipboardEvent) => {
    const pasted = textOfHtml(event.clipboardData.getData('text/html'))
    if (!pasted) return
    event.preventDefault()
    setText(text.trim() ? `${text}\n${pasted}` : pasted)
  }
  return (
    <>
      <div className="dialog-body">
        <p className="dialog-text">
          {t(
            "Review every detail before it's added to your card. Files are read on this device only.",
          )}
        </p>
        <FileChooser busy={busy} onChoose={(file) => void choose(file)} />
        <div onPasteCapture={paste}>
          <TextField
            label={t('Or paste your email signature')}
            multiline={7}
            value={text}
            onChange={(typed) => {
              setText(typed)
              setError(undefined)
            }}
          />
        </div>
        {error && <Note kind="bad">{error}</Note>}
      </div>
      <footer className="dialog-foot">
        <Button onClick={onClose}>{t('Cancel')}</Button>
        <Button kind="primary" onClick={() => handleResult(readImportText(text))}>
          {t('Continue')}
        </Button>
      </footer>
    </>
  )
}

/** Takes a contact file, chosen or dropped. */
function FileChooser({
  busy,
  onChoose,
}: {
  busy: boolean
  onChoose: (file: File | undefined) => void
}) {
  const input = useRef<HTMLInputElement>(null)
  const drop = (event: DragEvent) => {
    event.preventDefault()
    onChoose(event.dataTransfer.files[0])
  }
  return (
    <>
      <FileInput
        ref={input}
        label={t('Contact file')}
        accept=".vcf,.json,.txt,.html,.htm,text/vcard,text/x-vcard,application/json"
        onPick={([file]) => onChoose(file)}
      />
      <fieldset
        className="import-file"
        aria-label={t('Contact file')}
        onDragOver={(event) => event.preventDefault()}
        onDrop={drop}
      >
        <Button busy={busy && t('Reading...')} onClick={() => input.current?.click()} icon="upload">
          {t('Choose file')}
        </Button>
        <p className="field-hint">
          {t(
            'A contact file (.vcf) from your phone or email program, or an account export (.json).',
          )}
        </p>
      </fieldset>
    </>
  )
}
