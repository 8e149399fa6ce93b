/** Visitors who ask for a copy by email, and their calls. Only tests import this. */
import { createExecutionContext, waitOnExecutionContext } from 'cloudflare:test'
import { env } from 'cloudflare:workers'
import { inArray } from 'drizzle-orm'
import { receiptMails } from '../../schema/inbox/tables.ts'
import { app } from '../app.ts'
import type { Bindings } from '../env.ts'
import { addressHashes } from '../inbox/receipt-addresses.ts'
import { db, newAddress, origin } from './app.ts'
import { openOutbox } from './mail-outbox.ts'

export const confirming = { ...env, RECEIPT_EMAIL: 'confirm' }
export const typed = 'Buy this at http://spam.example'

/** A visitor with an address of their own, and the emails they get. */
export function makeVisitor() {
  const email = `grace-${crypto.randomUUID()}@visitors.test`
  const { mails, calls } = openOutbox([], email)
  const hashes = addressHashes(env, email)
  const rows = () =>
    db.select().from(receiptMails).where(inArray(receiptMails.addressHash, hashes)).all()
  return { email, mails, calls, hashes, rows }
}

/** Sends a request and waits for what follows the response. */
export async function call(
  method: string,
  path: string,
  init: RequestInit = {},
  bindings: Bindings = env,
) {
  const context = createExecutionContext()
  const headers = { ...newAddress(), 'Accept-Language': 'en', ...init.headers }
  const response = await app.request(origin + path, { ...init, method, headers }, bindings, context)
  await waitOnExecutionContext(context)
  return response
}

type Sending = { cardId: number; email?: string; emailCopy?: boolean; clientId?: string }

export function send({ email, ...entry }: Sending, bindings: Bindings = env, language = 'en') {
  const formData = { name: typed, question1: typed, ...(email && { email }) }
  const body = JSON.stringify({ emailCopy: true, ...entry, formData })
  const headers = { 'Content-Type': 'application/json', 'Accept-Language': language }
  return call('POST', '/api/form-submissions', { body, headers }, bindings)
}

/** The path of the link after these words. */
export function linkIn(text: string | undefined, path: string): string {
  return new RegExp(`${origin}(/${path}\\S*)`).exec(text ?? '')?.[1] ?? ''
}
