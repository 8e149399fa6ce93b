/** Texts to answer the form submissions of a card. */
import { Hono } from 'hono'
import { ReplyTemplateList, ReplyTemplates } from '../../schema/inbox/reply-template.ts'
import { mayStillWrite } from '../accounts/auth-version.ts'
import { requireUser } from '../accounts/sessions.ts'
import { cardOfPath } from '../cards/loads.ts'
import { ownOr5 } from '../cards/rules.ts'
import type { App } from '../env.ts'
import { kB } from '../http/declaration.ts'
import { endpoint } from '../http/endpoint.ts'
import { fail } from '../http/errors.ts'
import { database } from '../platform/database.ts'
import { findReadableCard } from './readable-card.ts'
import { listReplyTemplates, saveReplyTemplates } from './reply-templates.ts'

export const replyTemplateRoutes = new Hono<App>()

replyTemplateRoutes.get(
  '/business-cards/:id/reply-templates',
  endpoint({
    access: 1,
    rule: ownOr5,
    load: cardOfPath,
    allowsReplica: true,
    response: ReplyTemplateList,
    summary: 'Texts to answer the form submissions of a card by email',
  }),
  async (c) => {
    const { id } = await findReadableCard(c)
    return c.json(await listReplyTemplates(database(c.env.DB), id))
  },
)

replyTemplateRoutes.put(
  '/business-cards/:id/reply-templates',
  endpoint({
    access: 1,
    rule: ownOr5,
    load: cardOfPath,
    body: ReplyTemplates,
    maxBody: 128 * kB,
    response: ReplyTemplateList,
    summary: 'Replace the texts to answer form submissions',
    example: {
      templates: [
        {
          name: 'Thanks',
          subject: 'Good to meet you at {met at}',
          body: 'Hi {first name},\n\nthank you for your message.\n\n{my name}\n{card link}',
        },
      ],
    },
    audit: 'reply-templates-changed',
  }),
  async (c) => {
    const card = await findReadableCard(c)
    const { templates } = c.req.valid('json')
    const may = mayStillWrite(requireUser(c), card)
    const isSaved = await saveReplyTemplates(
      database(c.env.DB),
      { cardId: card.id, may },
      templates,
    )
    if (!isSaved) fail(404, 'Card not found')
    return c.json(templates)
  },
)
