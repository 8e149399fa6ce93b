/** The caller's own fields of form submissions. */
import { Hono } from 'hono'
import {
  ContactFieldList,
  ContactFields,
  manyValuesMessage,
} from '../../schema/inbox/contact-field.ts'
import { requireUser } from '../accounts/sessions.ts'
import type { App } from '../env.ts'
import { kB, tooManyAttemptsMessage } from '../http/declaration.ts'
import { endpoint } from '../http/endpoint.ts'
import { fail, tooManyRequests } from '../http/errors.ts'
import { database } from '../platform/database.ts'
import {
  limitRenamings,
  listContactFields,
  readContactFields,
  saveContactFields,
} from './contact-fields.ts'

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
