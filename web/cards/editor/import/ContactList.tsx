import { useState } from 'react'
import { Icon } from '../../../../card/icons/Icon.tsx'
import type { ImportedContact } from '../../../contact-details/imported-contact.ts'
import { t } from '../../../messages/t.ts'
import { Button } from '../../../ui/Button.tsx'
import { TextField } from '../../../ui/TextField.tsx'
import { contactTitle } from './contact.ts'

/** Chooses one of several contacts. */
export function ContactList({
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
