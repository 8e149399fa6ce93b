import { readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { type APIRequestContext, expect } from '@playwright/test'
import { dataDir, origin } from './server.ts'

/** The link in the last email to the address: `t` sets a password, `v` confirms the address, `handover` accepts cards. */
export async function linkSentTo(email: string, kind: 't' | 'v' | 'handover'): Promise<string> {
  let link = ''
  await expect(() => {
    link = new RegExp(`${origin}/auth#${kind}=\\S+`).exec(lastEmailTo(email))?.[0] ?? ''
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
  const folder = join(mailDir, 'outbox')
  const name = readdirSync(folder)
    .sort()
    .findLast((file) => file.endsWith(`-${email}.txt`))
  return name ? readFileSync(join(folder, name), 'utf8') : ''
}
