/** Spanish. */
import type { EmailWords } from './en.ts'

export const words: EmailWords = {
  hello: 'Hola:',
  reset: {
    subject: 'Establece una nueva contraseña de {product}',
    text: [
      'Alguien ha solicitado una nueva contraseña para la cuenta de {product} "{username}".',
      'Abre este enlace en el plazo de una hora para establecerla. Funciona una sola vez:\n{link}',
      'Si no has sido tú, ignora este correo. No ha cambiado nada.',
    ],
  },
  verification: {
    subject: 'Confirma tu dirección de correo para {product}',
    text: [
      'Alguien ha indicado esta dirección de correo para su cuenta de {product}. Si has sido tú, confirma la dirección.',
      'Abre este enlace en un plazo de 72 horas:\n{link}',
      'Si no has sido tú, ignora este correo. No enviamos nada más a una dirección sin confirmar.',
    ],
  },
  passwordChanged: {
    subject: 'Se ha cambiado tu contraseña de {product}',
    changed:
      'Se ha cambiado la contraseña de la cuenta de {product} "{username}" y se ha cerrado la sesión en los demás dispositivos.',
    passkeys:
      'Tus llaves de acceso, si tienes alguna, siguen funcionando. Elimina las que no reconozcas:\n{passkeysAt}',
    notYou:
      'Si no has sido tú, solicita ahora un enlace para restablecer la contraseña en la página de inicio de sesión o escribe a {support}.',
  },
  emailChanged: {
    subject: 'Se ha cambiado la dirección de correo de tu cuenta de {product}',
    text: [
      'La cuenta de {product} "{username}" tiene ahora otra dirección de correo. Los enlaces para restablecer la contraseña ya no llegan aquí.',
      'Si no has sido tú, abre este enlace en un plazo de 72 horas. Restaura esta dirección y cierra la sesión en todos los dispositivos:\n{link}',
      'Después, o si necesitas ayuda, escribe a {support}.',
    ],
  },
  emailSet: {
    subject: 'Se ha cambiado la dirección de correo de tu cuenta de {product}',
    text: [
      'Un administrador ha cambiado la dirección de correo de la cuenta de {product} "{username}". Los enlaces para restablecer la contraseña ya no llegan aquí.',
      'Si no lo esperabas, escribe a {support}.',
    ],
  },
  accountDeleted: {
    subject: 'Se ha eliminado tu cuenta de {product}',
    text: [
      'Se ha eliminado la cuenta de {product} "{username}". Sus tarjetas ya no son públicas y se ha cerrado la sesión en todos los dispositivos.',
      'Sus datos se borrarán dentro de 30 días. Para restaurarla antes, o si no has sido tú, escribe a {support}.',
    ],
  },
  secondFactor: {
    on: {
      subject: 'Verificación en dos pasos activada en tu cuenta de {product}',
      happened:
        'Se ha activado la verificación en dos pasos de la cuenta de {product} "{username}". Al iniciar sesión ahora también se pide un código de tu app de autenticación. Se ha cerrado la sesión en los demás dispositivos.',
    },
    off: {
      subject: 'Verificación en dos pasos desactivada en tu cuenta de {product}',
      happened:
        'Se ha desactivado la verificación en dos pasos de la cuenta de {product} "{username}". Al iniciar sesión ahora solo se pide tu contraseña. Se ha cerrado la sesión en los demás dispositivos.',
    },
    removed: {
      subject:
        'Un administrador ha desactivado la verificación en dos pasos de tu cuenta de {product}',
      happened:
        'Un administrador ha desactivado la verificación en dos pasos de la cuenta de {product} "{username}". Al iniciar sesión ahora solo se pide tu contraseña. Se ha cerrado la sesión en todos los dispositivos. Vuelve a configurarla en Cuenta > Seguridad.',
    },
    codes: {
      subject: 'Nuevos códigos de recuperación de tu cuenta de {product}',
      happened:
        'La verificación en dos pasos de la cuenta de {product} "{username}" tiene nuevos códigos de recuperación. Los anteriores ya no funcionan.',
    },
    used: {
      subject: 'Se ha usado un código de recuperación en tu cuenta de {product}',
      happened:
        'La verificación en dos pasos de la cuenta de {product} "{username}" se ha completado con un código de recuperación. Ese código ya no funciona.',
    },
    notYou:
      'Si no has sido tú, solicita ahora un enlace para restablecer la contraseña en la página de inicio de sesión y escribe a {support}.',
  },
  passkey: {
    added: {
      subject: 'Se ha añadido una llave de acceso a tu cuenta de {product}',
      happened:
        'Se ha añadido la llave de acceso "{name}" a la cuenta de {product} "{username}". Permite iniciar sesión sin contraseña ni código.',
    },
    removed: {
      subject: 'Se ha eliminado una llave de acceso de tu cuenta de {product}',
      happened:
        'Se ha eliminado la llave de acceso "{name}" de la cuenta de {product} "{username}". Ya no permite iniciar sesión y se ha cerrado la sesión en los demás dispositivos.',
    },
    notYou:
      'Si no has sido tú, solicita ahora un enlace para restablecer la contraseña en la página de inicio de sesión. Elimina todas las llaves de acceso y cierra la sesión en todos los dispositivos. Después, escribe a {support}.',
  },
  transferOffer: {
    subject: {
      one: '"{from}" te ofrece una tarjeta en {product}',
      other: '"{from}" te ofrece {count} tarjetas en {product}',
    },
    text: [
      {
        one: '"{from}" quiere traspasarte una tarjeta en {product}, con enlaces, bandeja de entrada y analítica.',
        other:
          '"{from}" quiere traspasarte {count} tarjetas en {product}, con enlaces, bandeja de entrada y analítica.',
      },
      'Para aceptar, abre este enlace en un plazo de 7 días e inicia sesión como "{to}":\n{link}',
      'Si no lo quieres, ignora este correo. No cambiará nada.',
    ],
  },
  cardsReceived: {
    subject: {
      one: 'Ahora tienes una tarjeta de "{from}"',
      other: 'Ahora tienes {count} tarjetas de "{from}"',
    },
    byOwner: {
      one: '"{from}" te ha traspasado una tarjeta en {product}, con enlaces, bandeja de entrada y analítica.',
      other:
        '"{from}" te ha traspasado {count} tarjetas en {product}, con enlaces, bandeja de entrada y analítica.',
    },
    byAdministrator: {
      one: 'Un administrador te ha traspasado una tarjeta de "{from}" en {product}, con enlaces, bandeja de entrada y analítica.',
      other:
        'Un administrador te ha traspasado {count} tarjetas de "{from}" en {product}, con enlaces, bandeja de entrada y analítica.',
    },
    check: 'Revisa los datos de contacto: todavía son los de la otra persona.',
  },
  cardsTransferred: {
    subject: {
      one: 'Tu tarjeta se ha traspasado a "{to}"',
      other: 'Tus {count} tarjetas se han traspasado a "{to}"',
    },
    byOwner: {
      one: 'Has traspasado tu tarjeta en {product} a "{to}", con enlaces, bandeja de entrada y analítica. Ya no tienes acceso.',
      other:
        'Has traspasado tus {count} tarjetas en {product} a "{to}", con enlaces, bandeja de entrada y analítica. Ya no tienes acceso.',
    },
    byAdministrator: {
      one: 'Un administrador ha traspasado tu tarjeta en {product} a "{to}", con enlaces, bandeja de entrada y analítica. Ya no tienes acceso.',
      other:
        'Un administrador ha traspasado tus {count} tarjetas en {product} a "{to}", con enlaces, bandeja de entrada y analítica. Ya no tienes acceso.',
    },
    mistake: 'Si ha sido un error, escribe a {support}.',
  },
  submission: {
    subject: '"{name}" te ha enviado sus datos',
    text: [
      'Alguien ha rellenado el formulario de tu tarjeta {card}:',
      '{answers}',
      'Léelo en tu bandeja de entrada: {inbox}',
      'Lo que se envíe en los próximos 10 minutos llegará a tu bandeja de entrada sin correo.',
      'Desactiva estos correos en tu cuenta: {account}',
    ],
  },
  followUps: {
    subject: {
      one: 'Un contacto al que hacer seguimiento',
      other: '{count} contactos a los que hacer seguimiento',
    },
    due: 'Pendientes:',
    assigned: 'Asignados a ti:',
    links: [
      'Abre tu bandeja de entrada: {inbox}',
      'Desactiva estos correos en tu cuenta: {account}',
    ],
  },
  weekly: {
    subject: {
      one: 'Sus tarjetas la semana pasada: 1 vista',
      other: 'Sus tarjetas la semana pasada: {views} vistas',
    },
    period: 'Del {from} al {until}; entre paréntesis, la semana anterior:',
    views: 'Vistas',
    visitors: 'Visitantes únicos',
    saves: 'Guardados',
    submissions: 'Envíos',
    contacts: 'Contactos nuevos en su bandeja: {contacts}',
    points: 'Puntos de contacto con más vistas:',
    links: ['Ver todas las cifras: {figures}', 'Dejar de recibir estos correos: {stop}'],
  },
  somebody: 'Alguien',
  emptyFeed: 'Los contactos nuevos aparecen aquí.',
  fields: {
    name: 'Nombre',
    email: 'Correo electrónico',
    phone: 'Teléfono',
    company: 'Empresa',
    message: 'Mensaje',
    question1: 'Pregunta 1',
    question2: 'Pregunta 2',
  },
}
