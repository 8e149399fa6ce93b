/** Emails about accounts, in the language of the recipient. */
import type { User } from '../../schema/users/user.ts'
import type { Bindings } from '../env.ts'
import type { Mail } from '../platform/mail.ts'
import { type Draft, emailWords, quoteName, writeEmail } from '../platform/write-email.ts'

type Recipient = Pick<User, 'email' | 'mailLanguage'>

/** A recipient whom the email names. */
export type Person = Recipient & Pick<User, 'username'>

export function resetEmail(env: Bindings, user: Person, link: string): Mail {
  const { reset } = emailWords(user.mailLanguage)
  return {
    ...write(env, user, { ...reset, values: { username: quoteName(user.username), link } }),
    kind: 'requested',
    purpose: 'reset',
  }
}

/**
 * The only email sent to unverified addresses. It omits the username, because whoever typed the address also chose the
 * username.
 */
export function verificationEmail(
  env: Bindings,
  user: Recipient,
  { link, requested = false }: { link: string; requested?: boolean },
): Mail {
  const { verification } = emailWords(user.mailLanguage)
  return {
    ...write(env, user, { ...verification, values: { link } }),
    kind: requested ? 'requested' : 'verification',
    purpose: 'confirmation',
  }
}

/** `passkeysAt` is the URL of the passkey list, for a change that kept the passkeys. */
export function passwordChangedEmail(env: Bindings, user: Person, passkeysAt = ''): Mail {
  const { subject, changed, passkeys, notYou } = emailWords(user.mailLanguage).passwordChanged
  const text = passkeysAt ? [changed, passkeys, notYou] : [changed, notYou]
  const values = { username: quoteName(user.username), passkeysAt }
  return write(env, user, { subject, text, values })
}

/** Sent to the previous address, with the revert link. */
export function emailChangedEmail(env: Bindings, former: Person, link: string): Mail {
  const { emailChanged } = emailWords(former.mailLanguage)
  const values = { username: quoteName(former.username), link }
  return { ...write(env, former, { ...emailChanged, values }), kind: 'undo' }
}

/** Sent to the previous address when an administrator set another. */
export function emailSetEmail(env: Bindings, former: Person): Mail {
  const { emailSet } = emailWords(former.mailLanguage)
  return write(env, former, { ...emailSet, values: { username: quoteName(former.username) } })
}

export function accountDeletedEmail(env: Bindings, user: Person): Mail {
  const { accountDeleted } = emailWords(user.mailLanguage)
  return write(env, user, { ...accountDeleted, values: { username: quoteName(user.username) } })
}

/** Reports a change to the second factor of an account. */
export function secondFactorEmail(
  env: Bindings,
  user: Person,
  what: 'on' | 'off' | 'removed' | 'codes' | 'used',
): Mail {
  const { notYou, ...news } = emailWords(user.mailLanguage).secondFactor
  const { subject, happened } = news[what]
  const values = { username: quoteName(user.username) }
  return write(env, user, { subject, text: [happened, notYou], values })
}

/** Reports that a passkey was added or removed. */
export function passkeyEmail(
  env: Bindings,
  user: Person,
  { what, name }: { what: 'added' | 'removed'; name: string },
): Mail {
  const { notYou, ...news } = emailWords(user.mailLanguage).passkey
  const { subject, happened } = news[what]
  const values = { name: quoteName(name), username: quoteName(user.username) }
  return write(env, user, { subject, text: [happened, notYou], values })
}

type Transfer = { from: Person; to: Person; cards: number }
type Transferred = Transfer & { byOwner: boolean }

/** Offers the cards to a colleague, who receives them by accepting. */
export function transferOfferEmail(env: Bindings, transfer: Transfer & { link: string }): Mail {
  const { transferOffer } = emailWords(transfer.to.mailLanguage)
  const values = { ...valuesOf(transfer), link: transfer.link }
  return {
    ...write(env, transfer.to, { ...transferOffer, values }),
    kind: 'handover',
    purpose: 'message',
  }
}

/** Sent to the colleague who received the cards. */
export function cardsReceivedEmail(env: Bindings, transfer: Transferred): Mail {
  const { to, byOwner } = transfer
  const { subject, check, ...happened } = emailWords(to.mailLanguage).cardsReceived
  const text = [byOwner ? happened.byOwner : happened.byAdministrator, check]
  return {
    ...write(env, to, { subject, text, values: valuesOf(transfer) }),
    // A colleague who accepted an offer caused the email themselves.
    kind: byOwner ? 'notice' : 'handover',
    purpose: 'message',
  }
}

/** Sent to the user who transferred the cards. */
export function cardsTransferredEmail(env: Bindings, transfer: Transferred): Mail {
  const { from, byOwner } = transfer
  const { subject, mistake, ...happened } = emailWords(from.mailLanguage).cardsTransferred
  const text = [byOwner ? happened.byOwner : happened.byAdministrator, mistake]
  return write(env, from, { subject, text, values: valuesOf(transfer) })
}

function valuesOf({ from, to, cards }: Transfer) {
  return { from: quoteName(from.username), to: quoteName(to.username), count: cards }
}

function write(env: Bindings, { email, mailLanguage }: Recipient, draft: Draft): Mail {
  return writeEmail(env, email, { ...draft, text: [emailWords(mailLanguage).hello, ...draft.text] })
}
