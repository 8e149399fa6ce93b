/** French. */
import type { ReceiptWords } from './en.ts'

export const words: ReceiptWords = {
  emailCopy: 'M’envoyer par e-mail une copie et le contact de {name}',
  subject: 'Votre échange avec {name}',
  intro: 'Vous avez demandé une copie de ce que vous avez envoyé à {name}.',
  contact: 'Contact de {name}',
  notYou: 'Si ce n’était pas vous, ignorez cet e-mail.',
  settings: 'Paramètres des e-mails',
  receiving: 'Vous recevez ces e-mails.',
  stop: 'Ne plus recevoir ces e-mails',
  stopped: 'Vous ne recevrez plus ces e-mails.',
  resume: 'Les recevoir à nouveau',
  confirmSubject: 'Confirmez votre adresse e-mail',
  confirmText:
    'Quelqu’un a saisi cette adresse sur une carte de visite numérique et a demandé une copie de son envoi. Si c’était vous, confirmez-la dans les 48 heures.',
  confirm: 'Confirmer et envoyer la copie',
  confirmed: 'Votre adresse est confirmée et la copie est en route.',
  confirmGone: 'Ce lien a expiré.',
}
