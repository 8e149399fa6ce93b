/** Danish. */
import type { ReceiptWords } from './en.ts'

export const words: ReceiptWords = {
  emailCopy: 'Send mig en kopi og {name}s kontaktoplysninger på e-mail',
  subject: 'Din udveksling med {name}',
  intro: 'Du bad om en kopi af det, du sendte til {name}.',
  contact: 'Kontaktoplysninger for {name}',
  notYou: 'Hvis det ikke var dig, kan du ignorere denne e-mail.',
  settings: 'E-mailindstillinger',
  receiving: 'Du modtager disse e-mails.',
  stop: 'Stop disse e-mails',
  stopped: 'Du modtager ikke længere disse e-mails.',
  resume: 'Modtag dem igen',
  confirmSubject: 'Bekræft din e-mailadresse',
  confirmText:
    'Nogen har indtastet denne adresse på et digitalt visitkort og bedt om en kopi af det, de sendte. Hvis det var dig, skal du bekræfte den inden for 48 timer.',
  confirm: 'Bekræft og send kopien',
  confirmed: 'Din adresse er bekræftet, og kopien er på vej.',
  confirmGone: 'Dette link er udløbet.',
}
