/** Dutch. */
import type { ReceiptWords } from './en.ts'

export const words: ReceiptWords = {
  emailCopy: 'Mail mij een kopie en het contact van {name}',
  subject: 'Uw uitwisseling met {name}',
  intro: 'U hebt om een kopie gevraagd van wat u naar {name} hebt gestuurd.',
  contact: 'Contact van {name}',
  notYou: 'Was u dit niet, negeer dan deze e-mail.',
  settings: 'E-mailinstellingen',
  receiving: 'U ontvangt deze e-mails.',
  stop: 'Deze e-mails stoppen',
  stopped: 'U ontvangt deze e-mails niet meer.',
  resume: 'Weer ontvangen',
  confirmSubject: 'Bevestig uw e-mailadres',
  confirmText:
    'Iemand heeft dit adres ingevuld op een digitaal visitekaartje en om een kopie gevraagd van wat er is verstuurd. Was u dat, bevestig het dan binnen 48 uur.',
  confirm: 'Bevestigen en kopie sturen',
  confirmed: 'Uw adres is bevestigd en de kopie is onderweg.',
  confirmGone: 'Deze link is verlopen.',
}
