/** German. */
import type { ReceiptWords } from './en.ts'

export const words: ReceiptWords = {
  emailCopy: 'Eine Kopie und den Kontakt von {name} per E-Mail erhalten',
  subject: 'Ihr Kontaktaustausch mit {name}',
  intro: 'Sie haben um eine Kopie Ihrer Angaben an {name} gebeten.',
  contact: 'Kontakt von {name}',
  notYou: 'Falls Sie das nicht waren, ignorieren Sie diese E-Mail.',
  settings: 'E-Mail-Einstellungen',
  receiving: 'Sie erhalten diese E-Mails.',
  stop: 'Diese E-Mails abbestellen',
  stopped: 'Sie erhalten diese E-Mails nicht mehr.',
  resume: 'Wieder erhalten',
  confirmSubject: 'Bestätigen Sie Ihre E-Mail-Adresse',
  confirmText:
    'Jemand hat diese Adresse auf einer digitalen Visitenkarte eingegeben und um eine Kopie der Angaben gebeten. Wenn Sie das waren, bestätigen Sie die Adresse innerhalb von 48 Stunden.',
  confirm: 'Bestätigen und Kopie senden',
  confirmed: 'Ihre Adresse ist bestätigt, und die Kopie ist unterwegs.',
  confirmGone: 'Dieser Link ist abgelaufen.',
}
