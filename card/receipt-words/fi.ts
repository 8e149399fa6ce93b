/** Finnish. */
import type { ReceiptWords } from './en.ts'

export const words: ReceiptWords = {
  emailCopy: 'Lähetä minulle sähköpostitse kopio ja yhteystieto: {name}',
  subject: 'Yhteystietojen vaihto: {name}',
  intro: 'Pyysit kopion lähettämistäsi tiedoista. Vastaanottaja: {name}.',
  contact: 'Yhteystieto: {name}',
  notYou: 'Jos et pyytänyt tätä, jätä viesti huomiotta.',
  settings: 'Sähköpostiasetukset',
  receiving: 'Saat näitä viestejä.',
  stop: 'Lopeta nämä viestit',
  stopped: 'Et enää saa näitä viestejä.',
  resume: 'Vastaanota ne taas',
  confirmSubject: 'Vahvista sähköpostiosoitteesi',
  confirmText:
    'Joku kirjoitti tämän osoitteen digitaaliseen käyntikorttiin ja pyysi kopion lähettämistään tiedoista. Jos se olit sinä, vahvista osoite 48 tunnin kuluessa.',
  confirm: 'Vahvista ja lähetä kopio',
  confirmed: 'Osoitteesi on vahvistettu, ja kopio on matkalla.',
  confirmGone: 'Linkki on vanhentunut.',
}
