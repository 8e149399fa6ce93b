/** The caller's own fields of form submissions. */
import { Hono } from 'hono'
import { ContactFields } from '../../schema/contact-field.ts'
import { requireUser } from '../auth/session-cookie.ts'
import { jsonBody } from '../body.ts'
import type { App } from '../env.ts'
import { listContactFields, saveContactFields } from '../inbox/contact-fields.ts'
import { database } from '../platform/database.ts'

export const contactFieldsRoutes = new Hono<App>()

contactFieldsRoutes.get('/', async (c) =>
  c.json(await listContactFields(database(c.env.DB), requireUser(c).id)),
)

contactFieldsRoutes.put('/', jsonBody(ContactFields), async (c) => {
  const { id } = requireUser(c)
  return c.json(await saveContactFields(database(c.env.DB), id, c.req.valid('json')))
})
