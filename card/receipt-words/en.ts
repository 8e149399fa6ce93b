/** The texts of emails with a copy of what a visitor sent, and of the checkbox for them, in English. */
export const words = {
  emailCopy: "Email me a copy and {name}'s contact",
  subject: 'Your exchange with {name}',
  intro: 'You asked for a copy of what you sent to {name}.',
  contact: "{name}'s contact",
  notYou: 'If this was not you, ignore this email.',
  settings: 'Email settings',
  receiving: 'You are receiving these emails.',
  stop: 'Stop these emails',
  stopped: 'You will no longer get these emails.',
  resume: 'Get them again',
  confirmSubject: 'Confirm your email address',
  confirmText:
    'Someone entered this address on a digital business card and asked for a copy of what they sent. If it was you, confirm it within 48 hours.',
  confirm: 'Confirm and send the copy',
  confirmed: 'Your address is confirmed, and the copy is on its way.',
  confirmGone: 'This link has expired.',
}

export type ReceiptWords = typeof words
