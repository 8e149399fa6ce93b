/** Swedish. */
import type { ReceiptWords } from './en.ts'

export const words: ReceiptWords = {
  emailCopy: 'Mejla mig en kopia och kontaktuppgifterna till {name}',
  subject: 'Ditt utbyte med {name}',
  intro: 'Du bad om en kopia av det du skickade till {name}.',
  contact: 'Kontaktuppgifter till {name}',
  notYou: 'Om det inte var du kan du bortse från detta mejl.',
  settings: 'E-postinställningar',
  receiving: 'Du får dessa mejl.',
  stop: 'Sluta skicka dessa mejl',
  stopped: 'Du får inte längre dessa mejl.',
  resume: 'Få dem igen',
  confirmSubject: 'Bekräfta din e-postadress',
  confirmText:
    'Någon angav den här adressen på ett digitalt visitkort och bad om en kopia av det som skickades. Om det var du, bekräfta den inom 48 timmar.',
  confirm: 'Bekräfta och skicka kopian',
  confirmed: 'Din adress är bekräftad och kopian är på väg.',
  confirmGone: 'Länken har gått ut.',
}
