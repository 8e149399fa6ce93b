/** Verification links: the sent tokens, and confirming them. Only tests import this. */
import { eq } from 'drizzle-orm'
import { users } from '../../schema/accounts/tables.ts'
import { db, newAddress, request, statusAndText } from './app.ts'
import type { openOutbox } from './mail-outbox.ts'

type Mails = ReturnType<typeof openOutbox>['mails']

/** The response to an invalid link. */
export const invalidLink = [400, 'This link is invalid or has expired. Sign in to get a new one.']
export const unverified = { emailVerifiedAt: null }

/** The tokens of the verification links sent to that address. */
export function verificationTokens(mails: Mails, to: string): string[] {
  const texts = mails.filter((mail) => mail.to === to).map(({ text }) => text)
  return texts.flatMap((text) => /\/auth#v=([\w-]{43})\n/.exec(text)?.[1] ?? [])
}

/** Confirms a verification link; returns status and text. */
export function confirmEmail(token = '') {
  const body = { token }
  return statusAndText(
    request('POST', '/api/account/email-verification/confirm', body, newAddress()),
  )
}

export async function isVerified(id: number) {
  const row = await db.select().from(users).where(eq(users.id, id)).get()
  return row?.emailVerifiedAt !== null
}
