/** Czech. */
import type { ReceiptWords } from './en.ts'

export const words: ReceiptWords = {
  emailCopy: 'Poslat mi e-mailem kopii a kontakt: {name}',
  subject: 'Vaše výměna kontaktů: {name}',
  intro: 'Požádali jste o kopii toho, co jste odeslali. Příjemce: {name}.',
  contact: 'Kontakt: {name}',
  notYou: 'Pokud jste to nebyli vy, tento e-mail ignorujte.',
  settings: 'Nastavení e-mailů',
  receiving: 'Tyto e-maily dostáváte.',
  stop: 'Už mi tyto e-maily neposílat',
  stopped: 'Tyto e-maily už nebudete dostávat.',
  resume: 'Posílat je znovu',
  confirmSubject: 'Potvrďte svou e-mailovou adresu',
  confirmText:
    'Někdo zadal tuto adresu na digitální vizitce a požádal o kopii toho, co odeslal. Pokud jste to byli vy, potvrďte ji do 48 hodin.',
  confirm: 'Potvrdit a poslat kopii',
  confirmed: 'Vaše adresa je potvrzena a kopie je na cestě.',
  confirmGone: 'Platnost tohoto odkazu vypršela.',
}
