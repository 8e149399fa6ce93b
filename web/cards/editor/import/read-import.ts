/** Turns any source of contact details into the same typed result: contact file, account export or email signature. */
import { decodeFile } from '../../../../card/contact/decode-text.ts'
import { hasVcard } from '../../../../card/contact/vcard-reader.ts'
import { readContactFile } from '../../../contact-details/contact-file.ts'
import type { ImportedContact } from '../../../contact-details/imported-contact.ts'
import { readSignature } from '../../../contact-details/signature.ts'
import { isHtml, textOfHtml } from '../../../contact-details/signature-html.ts'
import { t } from '../../../messages/t.ts'
import { readAccountExport } from './account-export.ts'
import type { ImportResult } from './contact.ts'

const importMaxBytes = 5_000_000
const importMaxContacts = 500
const importMaxValues = 500
const signatureMax = 20_000

/** Reads a chosen file. Its content decides what it is, not its name. */
export async function readImportFile(file: File): Promise<ImportResult> {
  if (file.size > importMaxBytes) return { problem: messages.tooLarge }
  const buffer = await file.arrayBuffer().catch(() => undefined)
  if (!buffer) return { problem: messages.unreadable }
  const bytes = new Uint8Array(buffer)
  const text = decodeFile(bytes)
  if (isBinary(text)) return { problem: messages.otherFile }
  // The values of a contact file may differ in their encoding.
  return hasVcard(text) ? readContacts(bytes) : readImportText(text, messages.otherFile)
}

/** Reads pasted text: a signature, or the text of a contact file or account export. */
export function readImportText(text: string, nothingFound = messages.noSignature): ImportResult {
  if (text.trim() === '') return { problem: messages.empty }
  if (hasVcard(text)) return readContacts(text)
  const exported = /^\s*\{/.test(text) ? readAccountExport(text) : undefined
  if (exported) return toResult(exported, messages.emptyExport)
  if (text.length > signatureMax) return { problem: nothingFound }
  const contact = readSignature(isHtml(text) ? textOfHtml(text) : text)
  return toResult(contact ? [contact] : [], nothingFound)
}

function readContacts(file: Uint8Array | string): ImportResult {
  return toResult(readContactFile(file), messages.damagedFile)
}

function toResult(contacts: ImportedContact[], none: string): ImportResult {
  if (contacts.length === 0) return { problem: none }
  if (contacts.length > importMaxContacts) return { problem: messages.tooMany }
  return {
    contacts: contacts.map(({ values, ...contact }) => ({
      ...contact,
      values: values.slice(0, importMaxValues),
    })),
  }
}

function isBinary(text: string): boolean {
  return /[\u0000-\u0008\u000e-\u001a]/.test(text.slice(0, 4000))
}

const messages = {
  tooLarge: t('This file is larger than 5 MB. Export only your own contact and choose that file.'),
  tooMany: t(
    'This file has more than 500 contacts. Export only your own contact and choose that file.',
  ),
  unreadable: t('The file could not be read. Choose it again.'),
  empty: t('Choose a file or paste a signature first.'),
  otherFile: t(
    'No contact details found in this file. Choose a contact file (.vcf) or an account export (.json).',
  ),
  damagedFile: t('The contacts in this file are damaged or empty. Export them again.'),
  emptyExport: t('This account export has no card with contact details.'),
  noSignature: t(
    'No contact details found. Paste the whole signature, with your name, phone and email.',
  ),
}
