/** The texts of emails in English, and the type of the texts in every other language. */

/** A text, or a text for a `{count}` of one and a text for other counts. */
export type EmailText = string | { one: string; other: string }

/** The texts of any language. A language without plurals has a single text for all counts. */
export type EmailWords = Translated<typeof words>
type Translated<Words> = Words extends string
  ? string
  : Words extends EmailText
    ? EmailText
    : { [Key in keyof Words]: Translated<Words[Key]> }

export const words = {
  hello: 'Hello,',
  reset: {
    subject: 'Set a new {product} password',
    text: [
      'Someone requested a new password for the {product} account "{username}".',
      'Open this link within an hour to set one. It works once:\n{link}',
      'If this was not you, ignore this email. Nothing has changed.',
    ],
  },
  verification: {
    subject: 'Confirm your email address for {product}',
    text: [
      'Someone entered this email address for their {product} account. If it was you, confirm the address.',
      'Open this link within 72 hours:\n{link}',
      'If it was not you, ignore this email. We send nothing else to an unconfirmed address.',
    ],
  },
  passwordChanged: {
    subject: 'Your {product} password was changed',
    changed:
      'The password of the {product} account "{username}" was changed, and every other device was signed out.',
    passkeys:
      'Your passkeys, if you have any, still work. Remove any you do not recognize:\n{passkeysAt}',
    notYou:
      'If this was not you, request a reset link on the sign-in page now, or contact {support}.',
  },
  emailChanged: {
    subject: 'The email address of your {product} account was changed',
    text: [
      'The {product} account "{username}" now has another email address. Reset links no longer come here.',
      'If this was not you, open this link within 72 hours. It restores this address and signs out every device:\n{link}',
      'After that, or if you need help, contact {support}.',
    ],
  },
  emailSet: {
    subject: 'The email address of your {product} account was changed',
    text: [
      'An admin changed the email address of the {product} account "{username}". Reset links no longer come here.',
      'If you did not expect this, contact {support}.',
    ],
  },
  accountDeleted: {
    subject: 'Your {product} account was deleted',
    text: [
      'The {product} account "{username}" was deleted. Its cards are no longer public, and every device was signed out.',
      'Its data will be erased in 30 days. To restore it before then, or if this was not you, contact {support}.',
    ],
  },
  secondFactor: {
    on: {
      subject: 'Two-step verification for your {product} account was turned on',
      happened:
        'Two-step verification for the {product} account "{username}" was turned on. Sign-in now also asks for a code from your authenticator app. Every other device was signed out.',
    },
    off: {
      subject: 'Two-step verification for your {product} account was turned off',
      happened:
        'Two-step verification for the {product} account "{username}" was turned off. Sign-in now asks for your password only. Every other device was signed out.',
    },
    removed: {
      subject: 'Two-step verification for your {product} account was turned off by an admin',
      happened:
        'Two-step verification for the {product} account "{username}" was turned off by an admin. Sign-in now asks for your password only. Every device was signed out. Set it up again in Account > Security.',
    },
    codes: {
      subject: 'Two-step verification for your {product} account has new recovery codes',
      happened:
        'Two-step verification for the {product} account "{username}" has new recovery codes. The previous ones no longer work.',
    },
    used: {
      subject:
        'Two-step verification for your {product} account was completed with a recovery code',
      happened:
        'Two-step verification for the {product} account "{username}" was completed with a recovery code. That code no longer works.',
    },
    notYou:
      'If this was not you, request a reset link on the sign-in page now and contact {support}.',
  },
  passkey: {
    added: {
      subject: 'A passkey was added to your {product} account',
      happened:
        'The passkey "{name}" was added to the {product} account "{username}". It signs in without a password or code.',
    },
    removed: {
      subject: 'A passkey was removed from your {product} account',
      happened:
        'The passkey "{name}" was removed from the {product} account "{username}". It can no longer sign in, and every other device was signed out.',
    },
    notYou:
      'If this was not you, request a reset link on the sign-in page now. It removes every passkey and signs out every device. Then contact {support}.',
  },
  transferOffer: {
    subject: {
      one: '"{from}" offers you a card on {product}',
      other: '"{from}" offers you {count} cards on {product}',
    },
    text: [
      {
        one: '"{from}" wants to hand over a card to you on {product}, with links, inbox and analytics.',
        other:
          '"{from}" wants to hand over {count} cards to you on {product}, with links, inbox and analytics.',
      },
      'To accept, open this link within 7 days and sign in as "{to}":\n{link}',
      'If you do not want this, ignore this email. Nothing will change.',
    ],
  },
  cardsReceived: {
    subject: {
      one: 'You now have a card from "{from}"',
      other: 'You now have {count} cards from "{from}"',
    },
    byOwner: {
      one: '"{from}" handed over a card to you on {product}, with links, inbox and analytics.',
      other:
        '"{from}" handed over {count} cards to you on {product}, with links, inbox and analytics.',
    },
    byAdministrator: {
      one: 'An admin handed over a card from "{from}" to you on {product}, with links, inbox and analytics.',
      other:
        'An admin handed over {count} cards from "{from}" to you on {product}, with links, inbox and analytics.',
    },
    check: "Check the contact details: they are still your colleague's.",
  },
  cardsTransferred: {
    subject: {
      one: 'Your card was handed over to "{to}"',
      other: 'Your {count} cards were handed over to "{to}"',
    },
    byOwner: {
      one: 'You handed over your card on {product} to "{to}", with links, inbox and analytics. You no longer have access.',
      other:
        'You handed over your {count} cards on {product} to "{to}", with links, inbox and analytics. You no longer have access.',
    },
    byAdministrator: {
      one: 'An admin handed over your card on {product} to "{to}", with links, inbox and analytics. You no longer have access.',
      other:
        'An admin handed over your {count} cards on {product} to "{to}", with links, inbox and analytics. You no longer have access.',
    },
    mistake: 'If this was a mistake, contact {support}.',
  },
  submission: {
    subject: '"{name}" sent you their details',
    text: [
      'Someone filled in the form on your card {card}:',
      '{answers}',
      'Read it in your inbox: {inbox}',
      'Anything else sent in the next 10 minutes goes to your inbox without an email.',
      'Turn off these emails in your account: {account}',
    ],
  },
  followUps: {
    subject: { one: 'A contact to follow up with', other: '{count} contacts to follow up with' },
    due: 'Due:',
    assigned: 'Assigned to you:',
    links: ['Open your inbox: {inbox}', 'Turn off these emails in your account: {account}'],
  },
  weekly: {
    subject: { one: 'Your cards last week: 1 view', other: 'Your cards last week: {views} views' },
    period: '{from} to {until}, with the week before in parentheses:',
    views: 'Views',
    visitors: 'Unique visitors',
    saves: 'Saves',
    submissions: 'Submissions',
    contacts: 'New contacts in your inbox: {contacts}',
    points: 'Share points with the most views:',
    links: ['See all figures: {figures}', 'Stop these emails: {stop}'],
  },
  somebody: 'Somebody',
  emptyFeed: 'New contacts appear here.',
  fields: {
    name: 'Name',
    email: 'Email',
    phone: 'Phone',
    company: 'Company',
    message: 'Message',
    question1: 'Question 1',
    question2: 'Question 2',
  },
} as const
