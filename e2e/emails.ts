import { readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { type APIRequestContext, expect } from '@playwright/test'
import { dataDir, origin } from './server.ts'

/**
 * The last link of its kind in the emails to the address: `t` sets a password, `v` confirms the address, `revert` undoes its change,
 * `handover` accepts cards.
 */
export async function linkSentTo(
  email: string,
  kind: 't' | 'v' | 'revert' | 'handover',
): Promise<string> {
  let link = ''
  // An email is sent after the response.
  await expect(() => {
    const links = emailsTo(email)
      .join('\n')
      .match(new RegExp(`${origin}/auth#${kind}=\\S+`, 'g'))
    link = links?.at(-1) ?? ''
    expect(link).not.toBe('')
  }).toPass()
  return link
}

/** Confirms the email address of the signed-in user, with the link in the email. */
export async function confirmAddress(request: APIRequestContext, email: string): Promise<void> {
  const token = (await linkSentTo(email, 'v')).split('#v=')[1]
  const data = { token }
  const response = await request.post('/api/account/email-verification/confirm', { data })
  expect(response.status()).toBe(200)
}

/** The text of the last email to the address, with its headers; empty if there is none. */
export function lastEmailTo(email: string, mailDir = dataDir): string {
  return emailsTo(email, mailDir).at(-1) ?? ''
}

function emailsTo(email: string, mailDir = dataDir): string[] {
  const folder = join(mailDir, 'outbox')
  return readdirSync(folder)
    .filter((file) => file.endsWith(`-${email}.txt`))
    .sort()
    .map((file) => readFileSync(join(folder, file), 'utf8'))
}
