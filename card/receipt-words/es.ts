/** Spanish. */
import type { ReceiptWords } from './en.ts'

export const words: ReceiptWords = {
  emailCopy: 'Enviarme por correo una copia y el contacto de {name}',
  subject: 'Su intercambio con {name}',
  intro: 'Usted pidió una copia de lo que envió a {name}.',
  contact: 'Contacto de {name}',
  notYou: 'Si no fue usted, ignore este correo.',
  settings: 'Ajustes de correo',
  receiving: 'Está recibiendo estos correos.',
  stop: 'Dejar de recibir estos correos',
  stopped: 'Ya no recibirá estos correos.',
  resume: 'Volver a recibirlos',
  confirmSubject: 'Confirme su correo electrónico',
  confirmText:
    'Alguien escribió esta dirección en una tarjeta digital y pidió una copia de lo que envió. Si fue usted, confírmela en un plazo de 48 horas.',
  confirm: 'Confirmar y enviar la copia',
  confirmed: 'Su dirección está confirmada y la copia está en camino.',
  confirmGone: 'Este enlace ha caducado.',
}
