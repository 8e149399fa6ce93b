/** Card templates: made, tried, run over a team's cards, and taken back. */
import { type Context, Hono } from 'hono'
import { canEditCard } from '../../schema/access.ts'
import type { Card } from '../../schema/card.ts'
import {
  NewJob,
  NewTemplate,
  TemplateEdit,
  type TemplateJob,
  TrialQuery,
} from '../../schema/template.ts'
import { requireUser } from '../auth/session-cookie.ts'
import { body, pathId, query } from '../body.ts'
import { findCard } from '../cards/store.ts'
import { type App, publicOrigin } from '../env.ts'
import { allow, fail, found } from '../http.ts'
import { database } from '../platform/database.ts'
import { deterministicBytes } from '../platform/idempotency.ts'
import { log } from '../platform/log.ts'
import { continueJob, runJob, startJob, undoJob } from '../templates/run.ts'
import { findJob, newestJob, previewTemplate } from '../templates/run-report.ts'
import {
  createTemplate,
  deleteTemplate,
  findTemplate,
  listTemplates,
  saveTemplate,
} from '../templates/store.ts'

export const templatesRoutes = new Hono<App>()

const stale = 'This template was changed elsewhere. Reload it to see the changes.'
const above = 'A System Admin ran this template or has a card that uses it. Ask a System Admin.'
const running = 'This template is already running. Wait until it finishes.'

templatesRoutes.get('/', async (c) => c.json(await listTemplates(database(c.env.DB))))

templatesRoutes.post('/', body(NewTemplate), async (c) => {
  const fields = c.req.valid('json')
  const model = await modelCard(c, fields.cardId)
  const drawn = deterministicBytes(c.env, 'template', { ...fields, userId: requireUser(c).id })
  const requestKey = drawn.toString('base64url')
  const template = await createTemplate(database(c.env.DB), fields, { model, requestKey })
  c.set('changed', { id: template.id, name: template.name })
  return c.json(template, 201)
})

templatesRoutes.put('/:id', body(TemplateEdit), async (c) => {
  const { id, cardId } = await ownTemplate(c)
  const model = await modelCard(c, cardId)
  const edit = c.req.valid('json')
  const saved = await saveTemplate(
    database(c.env.DB),
    { id, model, actorId: requireUser(c).id },
    edit,
  )
  if (!saved) fail(412, stale)
  c.set('changed', { name: saved.name, rules: saved.rules })
  return c.json(saved)
})

templatesRoutes.delete('/:id', async (c) => {
  const { id, name } = await ownTemplate(c)
  allow(await deleteTemplate(database(c.env.DB), { id, actorId: requireUser(c).id }), above)
  c.set('changed', { name })
  return c.body(null, 204)
})

templatesRoutes.get('/:id/trial', query(TrialQuery), async (c) => {
  const scope = { template: await template(c), level: requireUser(c).accessLevel }
  return c.json(await previewTemplate(database(c.env.DB), scope, c.req.valid('query')))
})

templatesRoutes.get('/:id/job', async (c) => {
  const { id } = await template(c)
  return c.json((await newestJob(database(c.env.DB), id, requireUser(c).accessLevel)) ?? null)
})

templatesRoutes.post('/:id/job', body(NewJob), async (c) => {
  const actor = requireUser(c)
  const ran = await template(c)
  const wanted = c.req.valid('json')
  const db = database(c.env.DB)
  const last = await newestJob(db, ran.id, actor.accessLevel)
  allow(!last || isOver(last) || last.level <= actor.accessLevel, above)
  if (wanted.version !== ran.version) fail(412, stale)
  const id = await startJob(db, { template: ran, actor }, wanted)
  if (id === 'changed') fail(412, stale)
  if (id === undefined) fail(409, running)
  c.set('changed', { template: ran.name, job: id })
  return begin(c, id)
})

templatesRoutes.post('/:id/job/continue', async (c) => {
  const { job, name } = await lastJob(c)
  const act = { id: job.id, actorId: requireUser(c).id }
  if (!(await continueJob(database(c.env.DB), act))) fail(409, 'This run did not fail.')
  c.set('changed', { template: name, job: job.id })
  return begin(c, job.id)
})

templatesRoutes.post('/:id/job/undo', async (c) => {
  const { job, name } = await lastJob(c)
  const act = { id: job.id, actorId: requireUser(c).id }
  if (!(await undoJob(database(c.env.DB), act))) fail(409, "This run can't be undone now.")
  c.set('changed', { template: name, job: job.id })
  return begin(c, job.id)
})

async function lastJob(c: Context<App>) {
  const { id, name } = await template(c)
  const { accessLevel } = requireUser(c)
  const newest = await newestJob(database(c.env.DB), id, accessLevel)
  const job = found(newest, 'This template has not been run yet.')
  allow(job.level <= accessLevel, above)
  return { name, job }
}

/** What its former values are kept of no longer binds anybody. */
function isOver({ undoUntil }: TemplateJob): boolean {
  return Date.parse(undoUntil) < Date.now()
}

/** The template, where the caller may change it. */
async function ownTemplate(c: Context<App>) {
  const asked = await template(c)
  allow(asked.level <= requireUser(c).accessLevel, above)
  return asked
}

async function template(c: Context<App>) {
  const id = pathId(c.req.param('id') ?? '')
  return found(await findTemplate(database(c.env.DB), id), 'Template not found')
}

async function modelCard(c: Context<App>, id: number): Promise<Card> {
  const card = found(
    await findCard(database(c.env.DB), id),
    'The model card no longer exists. Create a template from another card.',
  )
  allow(canEditCard(requireUser(c), card), "You don't have permission to edit this card")
  return card
}

// The answer does not wait for the work, and the cron goes on with what stops; who wants to know how far it is asks again.
async function begin(c: Context<App>, id: number) {
  const work = runJob(c.env, id, publicOrigin(c.env, c.req.raw)).catch((error: unknown) =>
    log('warn', 'template run', { error }),
  )
  c.executionCtx.waitUntil(work)
  const job: TemplateJob | undefined = await findJob(
    database(c.env.DB),
    id,
    requireUser(c).accessLevel,
  )
  return c.json(job, 202)
}
