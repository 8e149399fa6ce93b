import { useState } from 'react'
import type { ImportedContact } from '../../../contact-details/imported-contact.ts'
import { t } from '../../../messages/t.ts'
import { Dialog } from '../../../ui/Dialog.tsx'
import type { PanelProps } from '../draft.ts'
import { ContactList } from './ContactList.tsx'
import { ImportReview } from './ImportReview.tsx'
import { ImportSource } from './ImportSource.tsx'

/** Fills the fields of a draft from a contact file, an email signature or an account export, after a review. */
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
