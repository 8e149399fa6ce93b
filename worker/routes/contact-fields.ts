/** The caller's own fields of form submissions. */
import { Hono } from 'hono'
import { ContactFields, manyValuesMessage } from '../../schema/contact-field.ts'
import { requireUser } from '../auth/session-cookie.ts'
import { jsonBody } from '../body.ts'
import type { App } from '../env.ts'
import { fail, tooManyRequests } from '../errors.ts'
import {
  limitRenamings,
  listContactFields,
  readContactFields,
  saveContactFields,
} from '../inbox/contact-fields.ts'
import { database } from '../platform/database.ts'

export const contactFieldsRoutes = new Hono<App>()

contactFieldsRoutes.get('/', async (c) =>
  c.json(await listContactFields(database(c.env.DB), requireUser(c).id)),
)

contactFieldsRoutes.put('/', jsonBody(ContactFields), async (c) => {
  const { id } = requireUser(c)
  const { contactFields, names } = readContactFields(c.req.valid('json'))
  if (Object.keys(names).length > 0) {
    const wait = await limitRenamings(c.env, id)
    if (wait > 0) tooManyRequests(wait)
  }
  if (!(await saveContactFields(database(c.env.DB), id, { contactFields, names })))
    fail(409, manyValuesMessage)
  return c.json(contactFields)
})
