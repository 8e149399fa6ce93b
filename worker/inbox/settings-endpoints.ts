/** Settings of the inbox: the user's own fields of form submissions, and reply templates. */
import { Hono } from 'hono'
import {
  ContactFieldList,
  ContactFields,
  manyValuesMessage,
} from '../../schema/inbox/contact-field.ts'
import { ReplyTemplateList, ReplyTemplates } from '../../schema/inbox/reply-template.ts'
import { mayStillWrite } from '../accounts/auth-version.ts'
import { requireUser } from '../accounts/sessions.ts'
import { cardOfPath } from '../cards/rules.ts'
import type { App } from '../env.ts'
import { kB, tooManyAttemptsMessage } from '../http/declaration.ts'
import { endpoint } from '../http/endpoint.ts'
import { fail, tooManyRequests } from '../http/errors.ts'
import { database } from '../platform/database.ts'
import { findReadableCard, inboxReaders } from './rules.ts'
import {
  limitRenamings,
  listContactFields,
  listReplyTemplates,
  readContactFields,
  saveContactFields,
  saveReplyTemplates,
} from './settings.ts'

export const replyTemplateRoutes = new Hono<App>()

replyTemplateRoutes.get(
  '/business-cards/:id/reply-templates',
  endpoint({
    access: 1,
    rule: inboxReaders,
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
    rule: inboxReaders,
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

export const contactFieldsRoutes = new Hono<App>()

contactFieldsRoutes.get(
  '/',
  endpoint({
    access: 1,
    response: ContactFieldList,
    summary: 'Your own fields of form submissions',
  }),
  async (c) => c.json(await listContactFields(database(c.env.DB), requireUser(c).id)),
)

contactFieldsRoutes.put(
  '/',
  endpoint({
    access: 1,
    body: ContactFields,
    maxBody: 32 * kB,
    response: ContactFieldList,
    summary: 'Change your own fields of form submissions',
    example: {
      fields: [
        { name: 'Budget', kind: 'number' },
        { name: 'Interest', kind: 'choice', choices: ['Product', 'Service'] },
      ],
    },
    errors: { 409: manyValuesMessage, 429: tooManyAttemptsMessage },
    audit: 'contact-fields-changed',
  }),
  async (c) => {
    const { id } = requireUser(c)
    const { contactFields, names } = readContactFields(c.req.valid('json'))
    if (Object.keys(names).length > 0) {
      const wait = await limitRenamings(c.env, id)
      if (wait > 0) tooManyRequests(wait)
    }
    if (!(await saveContactFields(database(c.env.DB), id, { contactFields, names })))
      fail(409, manyValuesMessage)
    return c.json(contactFields)
  },
)
