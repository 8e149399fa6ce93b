/** Portuguese. */
import type { ReceiptWords } from './en.ts'

export const words: ReceiptWords = {
  emailCopy: 'Enviar para mim por e-mail uma cópia e o contato de {name}',
  subject: 'Sua troca de contatos com {name}',
  intro: 'Você pediu uma cópia do que enviou para {name}.',
  contact: 'Contato de {name}',
  notYou: 'Se não foi você, ignore este e-mail.',
  settings: 'Configurações de e-mail',
  receiving: 'Você está recebendo estes e-mails.',
  stop: 'Parar de receber estes e-mails',
  stopped: 'Você não receberá mais estes e-mails.',
  resume: 'Voltar a receber',
  confirmSubject: 'Confirme seu e-mail',
  confirmText:
    'Alguém informou este endereço em um cartão digital e pediu uma cópia do que enviou. Se foi você, confirme em até 48 horas.',
  confirm: 'Confirmar e enviar a cópia',
  confirmed: 'Seu endereço está confirmado e a cópia está a caminho.',
  confirmGone: 'Este link expirou.',
}
