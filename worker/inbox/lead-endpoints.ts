/** Leads of booth mode: what to ask, and the batches that a device sends when it has a connection. */

import { Hono } from 'hono'
import { consentText } from '../../card/parts/ExchangeForm.tsx'
import { canReadSubmissions } from '../../schema/access.ts'
import type { Card } from '../../schema/cards/card.ts'
import {
  LeadBatch,
  LeadForm,
  LeadResults,
  leadBatchMaxBytes,
  leadBatchMaxKeys,
} from '../../schema/inbox/lead.ts'
import { mayStillWrite } from '../accounts/auth-version.ts'
import { requireUser } from '../accounts/sessions.ts'
import { cardOfPath } from '../cards/loads.ts'
import { findCard } from '../cards/queries.ts'
import { ownOr5 } from '../cards/rules.ts'
import type { App, SessionUser } from '../env.ts'
import { tooManyAttemptsMessage } from '../http/declaration.ts'
import { endpoint, loaded } from '../http/endpoint.ts'
import { fail, orNotFound, requirePermission } from '../http/errors.ts'
import { database } from '../platform/database.ts'
import { wordsIn } from '../public/languages.ts'
import { findLeadForm, limitLeadCalls, storeLeads } from './leads.ts'

export const leadsRoutes = new Hono<App>()

const otherUserMessage = 'Sign in as the user who captured these leads.'
const tooManyLeadsMessage =
  'You have added as many leads as one user can in a day. The others can be sent tomorrow.'

leadsRoutes.get(
  '/business-cards/:id/lead-form',
  endpoint({
    access: 1,
    rule: ownOr5,
    load: cardOfPath,
    allowsReplica: true,
    response: LeadForm,
    summary: 'What booth mode asks for: questions, consent and events',
  }),
  async (c) => {
    const card = orNotFound(await loaded(c, cardOfPath), 'Card not found')
    const user = requireUser(c)
    requireInbox(user, card)
    const consent = consentText(card, wordsIn(card.language))
    return c.json(await findLeadForm(database(c.env.DB), { card, userId: user.id, consent }))
  },
)

leadsRoutes.post(
  '/leads/batch',
  endpoint({
    access: 1,
    rule: ownOr5,
    body: LeadBatch,
    maxKeys: leadBatchMaxKeys,
    maxBody: leadBatchMaxBytes,
    response: LeadResults,
    summary: 'Add people met in person to the inbox of a card, each once',
    example: {
      cardId: 1,
      leads: [
        {
          clientId: '0192f0c4-5a1e-4c1b-9a55-3b1f0d7c2a10',
          capturedAt: '2026-04-20T09:30:00Z',
          answers: { name: 'Grace Hopper', company: 'Navy', email: 'grace@example.com' },
          rating: 'hot',
          note: 'Wants a demo in May',
        },
      ],
    },
    errors: { 404: 'Card not found', 429: tooManyAttemptsMessage },
    audit: 'leads-captured',
  }),
  async (c) => {
    const { cardId, userId, leads } = c.req.valid('json')
    const user = requireUser(c)
    if (userId !== undefined && userId !== user.id) fail(401, otherUserMessage)
    const db = database(c.env.DB)
    const card = orNotFound(await findCard(db, cardId), 'Card not found')
    requireInbox(user, card)
    const wait = await limitLeadCalls(c.env, user.id)
    if (wait > 0) fail(429, tooManyAttemptsMessage, { headers: { 'Retry-After': `${wait}` } })
    const may = mayStillWrite(user, card)
    const stored = await storeLeads(c.env, { userId: user.id, card, may }, leads)
    if ('wait' in stored)
      fail(429, tooManyLeadsMessage, { headers: { 'Retry-After': `${stored.wait}` } })
    c.set('changed', { id: cardId, added: stored.added })
    return c.json({ results: stored.results })
  },
)

/** As for reading the entries: the owner of the card, or level 5. */
function requireInbox(user: SessionUser, card: Pick<Card, 'userId'>): void {
  requirePermission(
    canReadSubmissions(user, card),
    "You don't have permission to capture leads for this card",
  )
}
