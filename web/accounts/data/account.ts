import useSWR, { mutate } from 'swr'
import * as z from 'zod/mini'
import { MailChoice, Session, TransferOffer } from '../../../schema/accounts/account.ts'
import type { Reauthentication } from '../../../schema/accounts/second-factor.ts'
import { ApiToken, type NewApiToken } from '../../../schema/analytics/analytics-export.ts'
import { Feed, type NewFeed } from '../../../schema/feeds/feed.ts'
import { VisitorData, VisitorErasure } from '../../../schema/inbox/inbox.ts'
import { HandedOver } from '../../../schema/users/user.ts'
import { IgnoredBody, request, requestIdempotently } from '../../api.ts'
import { revalidateCards } from '../../cards/data.ts'
import { loadMessages } from '../../messages/load.ts'
import { translated } from '../../messages/t.ts'

/** Download URL of the account export. */
export const exportPath = '/api/account/export'

const sessionsKey = '/api/sessions'

/** The user's sessions, newest first; undefined while loading. */
export function useSessions() {
  const { data, error, mutate } = useSWR(sessionsKey, (key) => request(key, z.array(Session)))
  return { sessions: data, error, revalidate: mutate }
}

export async function revokeSession(id: string): Promise<void> {
  await request(`${sessionsKey}/${id}`, IgnoredBody, { method: 'DELETE' })
  await mutate(sessionsKey)
}

export async function revokeOtherSessions(): Promise<void> {
  await request(sessionsKey, IgnoredBody, { method: 'DELETE' })
  await mutate(sessionsKey)
}

/** Offers all own cards to the user with this username; returns a sentence about the next step. */
export async function offerTransfer(to: string): Promise<string> {
  return requestMessage('/api/account/handover', { to })
}

/** The offer of cards for an emailed token, as shown to the recipient; undefined while loading. */
export function useTransferOffer({ token, userId }: { token: string; userId: number }) {
  const path = '/api/account/handover/offer'
  const { data, error } = useSWR([path, userId, token], () =>
    request(path, TransferOffer, { method: 'POST', body: { token } }),
  )
  return { offer: data, error }
}

/** Accepts the offered cards. */
export async function acceptTransfer(token: string): Promise<void> {
  await request('/api/account/handover/accept', HandedOver, { method: 'POST', body: { token } })
  await revalidateCards()
}

const mailKey = '/api/account/mail'

/** The user's email notification settings; undefined while loading. */
export function useMailChoice() {
  const { data, error, mutate } = useSWR(mailKey, (key) => request(key, MailChoice))
  return { choice: data, error, revalidate: mutate }
}

export async function saveMailChoice(
  choice: Partial<MailChoice> & { timeZone?: string },
): Promise<void> {
  const saved = await request(mailKey, MailChoice, { method: 'PUT', body: choice })
  await mutate(mailKey, saved, { revalidate: false })
}

const tokensKey = '/api/account/tokens'

/** The user's API tokens, newest first; undefined while loading. */
export function useTokens() {
  const { data, error, mutate } = useSWR(tokensKey, (key) => request(key, z.array(ApiToken)))
  return { tokens: data, error, revalidate: mutate }
}

/** Creates a token; only this response contains the token itself. */
export async function createToken(input: NewApiToken): Promise<ApiToken> {
  const token = await requestIdempotently(tokensKey, ApiToken, input)
  await mutate(tokensKey)
  return token
}

export async function revokeToken(id: string): Promise<void> {
  await request(`${tokensKey}/${id}`, IgnoredBody, { method: 'DELETE' })
  await mutate(tokensKey)
}

export async function deleteAccount(credentials: Reauthentication): Promise<void> {
  await request('/api/account', IgnoredBody, { method: 'DELETE', body: credentials })
}

/** Reverts a change of email; returns a sentence about the result. */
export async function revertEmail(token: string): Promise<string> {
  return requestMessage('/api/account/email-revert', { token })
}

/** Resends the verification email; returns a sentence for the user. */
export async function resendVerification(): Promise<string> {
  return requestMessage('/api/account/email-verification')
}

/** Verifies the email address of the token; returns a sentence for the user. */
export async function verifyEmail(token: string): Promise<string> {
  const message = await requestMessage('/api/account/email-verification/confirm', { token })
  await mutate('/api/user')
  return message
}

const Message = z.object({ message: z.string() })

async function requestMessage(path: string, body?: Record<string, string>): Promise<string> {
  const [{ message }] = await Promise.all([
    request(path, Message, { method: 'POST', body }),
    loadMessages('server'),
  ])
  return translated(message)
}

const feedsKey = '/api/account/feeds'

/** The user's feeds, newest first; undefined while loading. */
export function useFeeds() {
  const { data, error, mutate } = useSWR(feedsKey, (key) => request(key, z.array(Feed)))
  return { feeds: data, error, revalidate: mutate }
}

/** Creates a feed; only this response contains its address. */
export async function createFeed(input: NewFeed): Promise<Feed> {
  const feed = await requestIdempotently(feedsKey, Feed, input)
  await mutate(feedsKey)
  return feed
}

export async function revokeFeed(id: string): Promise<void> {
  await request(`${feedsKey}/${id}`, IgnoredBody, { method: 'DELETE' })
  await mutate(feedsKey)
}

const visitorPath = '/api/visitor-data'

/** Returns the form submissions from this email address; sent in the body, since URLs should not contain personal data. */
export async function findVisitor(email: string): Promise<VisitorData['entries']> {
  return (await request(visitorPath, VisitorData, { method: 'POST', body: { email } })).entries
}

/** Permanently deletes the form submissions from this email address; returns how many there were. */
export async function eraseVisitor(email: string): Promise<number> {
  const { erased } = await request(visitorPath, VisitorErasure, {
    method: 'DELETE',
    body: { email },
  })
  // Lists of entries, and the cards, which count new entries.
  await mutate((key) => typeof key === 'string' && /submissions|business-cards/.test(key))
  return erased
}
