/** Polish. */
import type { ReceiptWords } from './en.ts'

export const words: ReceiptWords = {
  emailCopy: 'Wyślij mi e-mailem kopię i kontakt: {name}',
  subject: 'Wymiana kontaktów: {name}',
  intro: 'Otrzymaliśmy prośbę o kopię wysłanych danych. Odbiorca: {name}.',
  contact: 'Kontakt: {name}',
  notYou: 'Jeśli to nie Ty, zignoruj tę wiadomość.',
  settings: 'Ustawienia e-maili',
  receiving: 'Otrzymujesz te wiadomości.',
  stop: 'Nie wysyłaj więcej takich wiadomości',
  stopped: 'Nie będziesz już otrzymywać tych wiadomości.',
  resume: 'Otrzymuj je ponownie',
  confirmSubject: 'Potwierdź swój adres e-mail',
  confirmText:
    'Ktoś podał ten adres na cyfrowej wizytówce i poprosił o kopię wysłanych danych. Jeśli to Ty, potwierdź go w ciągu 48 godzin.',
  confirm: 'Potwierdź i wyślij kopię',
  confirmed: 'Adres jest potwierdzony, a kopia jest w drodze.',
  confirmGone: 'Ten link wygasł.',
}
