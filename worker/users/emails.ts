/** The texts of the emails about accounts. */
import type { Bindings } from '../env.ts'
import { quoteName } from '../platform/email-text.ts'
import type { Mail } from '../platform/mail.ts'

export function resetEmail(
  env: Bindings,
  { to, username, link }: { to: string; username: string; link: string },
): Mail {
  return {
    to,
    kind: 'requested',
    subject: `Set a new ${env.PRODUCT_NAME} password`,
    text: emailText(env, [
      `Someone requested a new password for the ${env.PRODUCT_NAME} account "${quoteName(username)}".`,
      `Open this link within an hour to set one. It works once:\n${link}`,
      'If this was not you, ignore this email. Nothing has changed.',
    ]),
  }
}

/**
 * The only email sent to unverified addresses. It omits the username, which the person who typed the address chose,
 * too.
 */
export function verificationEmail(
  env: Bindings,
  { to, link, requested = false }: { to: string; link: string; requested?: boolean },
): Mail {
  return {
    to,
    kind: requested ? 'requested' : 'verification',
    subject: `Confirm your email address for ${env.PRODUCT_NAME}`,
    text: emailText(env, [
      `Someone entered this email address for their ${env.PRODUCT_NAME} account. If it was you, confirm the address.`,
      `Open this link within 72 hours:\n${link}`,
      'If it was not you, ignore this email. We send nothing else to an unconfirmed address.',
    ]),
  }
}

/** `passkeysAt` is the URL of the passkey list, for a change that kept the passkeys. */
export function passwordChangedEmail(
  env: Bindings,
  user: { email: string; username: string },
  passkeysAt?: string,
): Mail {
  return {
    to: user.email,
    subject: `Your ${env.PRODUCT_NAME} password was changed`,
    text: emailText(env, [
      `The password of the ${env.PRODUCT_NAME} account "${quoteName(user.username)}" was changed, and every other device was signed out.`,
      ...(passkeysAt
        ? [
            `Your passkeys, if you have any, still work. Remove any you do not recognize:\n${passkeysAt}`,
          ]
        : []),
      `If this was not you, request a reset link on the sign-in page now, or contact ${env.SUPPORT_EMAIL}.`,
    ]),
  }
}

/** Sent to the previous address, with the revert link. */
export function emailChangedEmail(
  env: Bindings,
  { former, link }: { former: { email: string; username: string }; link: string },
): Mail {
  return {
    to: former.email,
    kind: 'undo',
    subject: `The email address of your ${env.PRODUCT_NAME} account was changed`,
    text: emailText(env, [
      `The ${env.PRODUCT_NAME} account "${quoteName(former.username)}" now has another email address. Reset links no longer come here.`,
      `If this was not you, open this link within 72 hours. It restores this address and signs out every device:\n${link}`,
      `After that, or if you need help, contact ${env.SUPPORT_EMAIL}.`,
    ]),
  }
}

/** Sent to the previous address when an administrator set another. */
export function emailSetEmail(env: Bindings, former: { email: string; username: string }): Mail {
  return {
    to: former.email,
    subject: `The email address of your ${env.PRODUCT_NAME} account was changed`,
    text: emailText(env, [
      `An administrator changed the email address of the ${env.PRODUCT_NAME} account "${quoteName(former.username)}". Reset links no longer come here.`,
      `If you did not expect this, contact ${env.SUPPORT_EMAIL}.`,
    ]),
  }
}

export function accountDeletedEmail(
  env: Bindings,
  user: { email: string; username: string },
): Mail {
  return {
    to: user.email,
    subject: `Your ${env.PRODUCT_NAME} account was deleted`,
    text: emailText(env, [
      `The ${env.PRODUCT_NAME} account "${quoteName(user.username)}" was deleted. Its cards are no longer public, and every device was signed out.`,
      `Its data will be erased in 30 days. To restore it before then, or if this was not you, contact ${env.SUPPORT_EMAIL}.`,
    ]),
  }
}

const factorNews = {
  on: [
    'was turned on',
    'Sign-in now also asks for a code from your authenticator app. Every other device was signed out.',
  ],
  off: [
    'was turned off',
    'Sign-in now asks for your password only. Every other device was signed out.',
  ],
  removed: [
    'was turned off by an administrator',
    'Sign-in now asks for your password only. Every device was signed out. Set it up again in Account > Security.',
  ],
  codes: ['has new recovery codes', 'The previous ones no longer work.'],
  used: ['was completed with a recovery code', 'That code no longer works.'],
} as const

/** Reports a change to the second factor of an account. */
export function secondFactorEmail(
  env: Bindings,
  user: { email: string; username: string },
  what: keyof typeof factorNews,
): Mail {
  const [happened, meaning] = factorNews[what]
  return {
    to: user.email,
    subject: `Two-step verification for your ${env.PRODUCT_NAME} account ${happened}`,
    text: emailText(env, [
      `Two-step verification for the ${env.PRODUCT_NAME} account "${quoteName(user.username)}" ${happened}. ${meaning}`,
      `If this was not you, request a reset link on the sign-in page now and contact ${env.SUPPORT_EMAIL}.`,
    ]),
  }
}

const joined = { added: 'to', removed: 'from' } as const
const passkeyNews = {
  added: 'It signs in without a password or code.',
  removed: 'It can no longer sign in, and every other device was signed out.',
} as const

/** Reports that a passkey was added or removed. */
export function passkeyEmail(
  env: Bindings,
  user: { email: string; username: string },
  { what, name }: { what: keyof typeof passkeyNews; name: string },
): Mail {
  return {
    to: user.email,
    subject: `A passkey was ${what} ${joined[what]} your ${env.PRODUCT_NAME} account`,
    text: emailText(env, [
      `The passkey "${quoteName(name)}" was ${what} ${joined[what]} the ${env.PRODUCT_NAME} account "${quoteName(user.username)}". ${passkeyNews[what]}`,
      `If this was not you, request a reset link on the sign-in page now. It removes every passkey and signs out every device. Then contact ${env.SUPPORT_EMAIL}.`,
    ]),
  }
}

type Person = { email: string; username: string }
type Transferred = { from: Person; to: Person; cards: number; byOwner: boolean }

/** Offers the cards to a colleague, who receives them by accepting. */
export function transferOfferEmail(
  env: Bindings,
  { from, to, cards, link }: { from: Person; to: Person; cards: number; link: string },
): Mail {
  const what = cards === 1 ? 'a card' : `${cards} cards`
  const name = `"${quoteName(from.username)}"`
  return {
    to: to.email,
    kind: 'handover',
    subject: `${name} offers you ${what} on ${env.PRODUCT_NAME}`,
    text: emailText(env, [
      `${name} wants to hand over ${what} to you on ${env.PRODUCT_NAME}, with links, inbox and analytics.`,
      `To accept, open this link within 7 days and sign in as "${quoteName(to.username)}":\n${link}`,
      'If you do not want this, ignore this email. Nothing will change.',
    ]),
  }
}

/** Sent to the colleague who received the cards. */
export function cardsReceivedEmail(env: Bindings, { from, to, cards, byOwner }: Transferred): Mail {
  const what = cards === 1 ? 'a card' : `${cards} cards`
  const name = `"${quoteName(from.username)}"`
  const happened = byOwner
    ? `${name} handed over ${what} to you`
    : `An administrator handed over ${what} from ${name} to you`
  return {
    to: to.email,
    // A colleague who accepted an offer caused the email themselves.
    kind: byOwner ? 'notice' : 'handover',
    subject: `You now have ${what} from ${name}`,
    text: emailText(env, [
      `${happened} on ${env.PRODUCT_NAME}, with links, inbox and analytics.`,
      "Check the contact details: they are still your colleague's.",
    ]),
  }
}

/** Sent to the user who transferred the cards. */
export function cardsTransferredEmail(
  env: Bindings,
  { from, to, cards, byOwner }: Transferred,
): Mail {
  const what = cards === 1 ? 'Your card was' : `Your ${cards} cards were`
  const name = `"${quoteName(to.username)}"`
  return {
    to: from.email,
    subject: `${what} handed over to ${name}`,
    text: emailText(env, [
      `${byOwner ? 'You' : 'An administrator'} handed over ${cards === 1 ? 'your card' : `your ${cards} cards`} on ${env.PRODUCT_NAME} to ${name}, with links, inbox and analytics. You no longer have access.`,
      `If this was a mistake, contact ${env.SUPPORT_EMAIL}.`,
    ]),
  }
}

function emailText(env: Bindings, paragraphs: string[]): string {
  return `Hello,\n\n${paragraphs.join('\n\n')}\n\n${env.PRODUCT_NAME}\n`
}
