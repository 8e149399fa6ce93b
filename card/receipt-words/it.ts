/** Italian. */
import type { ReceiptWords } from './en.ts'

export const words: ReceiptWords = {
  emailCopy: 'Inviami per email una copia e il contatto di {name}',
  subject: 'Il tuo scambio con {name}',
  intro: 'Hai chiesto una copia di ciò che hai inviato a {name}.',
  contact: 'Contatto di {name}',
  notYou: 'Se non sei stato tu, ignora questa email.',
  settings: 'Impostazioni email',
  receiving: 'Stai ricevendo queste email.',
  stop: 'Non ricevere più queste email',
  stopped: 'Non riceverai più queste email.',
  resume: 'Riceverle di nuovo',
  confirmSubject: 'Conferma il tuo indirizzo email',
  confirmText:
    'Qualcuno ha inserito questo indirizzo su un biglietto da visita digitale e ha chiesto una copia di ciò che ha inviato. Se sei stato tu, confermalo entro 48 ore.',
  confirm: 'Conferma e invia la copia',
  confirmed: 'Il tuo indirizzo è confermato e la copia è in arrivo.',
  confirmGone: 'Questo link è scaduto.',
}
