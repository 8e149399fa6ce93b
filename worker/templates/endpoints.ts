/** Card templates: create, edit, trial run, run over a team's cards, and undo. */

import { type Context, Hono } from 'hono'
import * as z from 'zod/mini'
import type { Card } from '../../schema/cards/card.ts'
import {
  NewJob,
  NewTemplate,
  Template,
  TemplateEdit,
  TemplateJob,
  Trial,
  TrialQuery,
} from '../../schema/templates/template.ts'
import { requireUser } from '../accounts/sessions.ts'
import { findCard } from '../cards/queries.ts'
import { cardEditors } from '../cards/rules.ts'
import { type App, publicOrigin } from '../env.ts'
import { kB } from '../http/declaration.ts'
import { endpoint } from '../http/endpoint.ts'
import { fail, orNotFound, requirePermission } from '../http/errors.ts'
import { pathId } from '../http/input.ts'
import { allow } from '../http/rules.ts'
import { database } from '../platform/database.ts'
import { log } from '../platform/log.ts'
import { deterministicBytes } from '../platform/secrets.ts'
import {
  createTemplate,
  deleteTemplate,
  findTemplate,
  listTemplates,
  saveTemplate,
} from './queries.ts'
import { continueJob, runJob, startJob, undoJob } from './run.ts'
import { findJob, newestJob, previewTemplate } from './run-report.ts'

const ofRun = 'at or above the level of the user who started the run'
const ofTemplate =
  'level 5 if a level 5 user ran it, owns its model card or has a card that uses it'

export const templatesRoutes = new Hono<App>()

const staleMessage = 'This template was changed elsewhere. Reload it to see the changes.'
const aboveYouMessage =
  'A System Admin ran this template or has a card that uses it. Ask a System Admin.'
const running = 'This template is already running. Wait until it finishes.'

templatesRoutes.get(
  '/',
  endpoint({
    access: 4,
    allowsReplica: true,
    response: z.array(Template),
    summary: 'All card templates',
  }),
  async (c) => c.json(await listTemplates(database(c.env.DB))),
)

templatesRoutes.post(
  '/',
  endpoint({
    access: 4,
    body: NewTemplate,
    maxBody: 4 * kB,
    response: Template,
    status: 201,
    summary: 'Create a template from a model card',
    example: {
      name: 'Sales team',
      cardId: 1,
      rules: { theme: 'locked', logoUrl: 'locked', phone: 'required', videoUrl: 'hidden' },
    },
    errors: {
      404: 'The model card no longer exists. Create a template from another card.',
    },
    audit: 'template-created',
  }),
  async (c) => {
    const fields = c.req.valid('json')
    const model = await findModelCard(c, fields.cardId)
    const idBytes = deterministicBytes(c.env, 'template', { ...fields, userId: requireUser(c).id })
    const requestKey = idBytes.toString('base64url')
    const template = await createTemplate(database(c.env.DB), fields, { model, requestKey })
    c.set('changed', { id: template.id, name: template.name })
    return c.json(template, 201)
  },
)

templatesRoutes.put(
  '/:id',
  endpoint({
    access: 4,
    rule: ofTemplate,
    body: TemplateEdit,
    maxBody: 4 * kB,
    response: Template,
    summary: 'Change a template and copy the values of its model card again',
    example: { name: 'Sales team', rules: { theme: 'locked' }, version: 1 },
    errors: { 412: staleMessage },
    audit: 'template-changed',
  }),
  async (c) => {
    const { id, cardId } = await findChangeableTemplate(c)
    const model = await findModelCard(c, cardId)
    const edit = c.req.valid('json')
    const saved = await saveTemplate(
      database(c.env.DB),
      { id, model, actorId: requireUser(c).id },
      edit,
    )
    if (!saved) fail(412, staleMessage)
    c.set('changed', { name: saved.name, rules: saved.rules })
    return c.json(saved)
  },
)

templatesRoutes.delete(
  '/:id',
  endpoint({
    access: 4,
    rule: ofTemplate,
    status: 204,
    summary: 'Delete a template; cards keep their values',
    audit: 'template-deleted',
  }),
  async (c) => {
    const { id, name } = await findChangeableTemplate(c)
    requirePermission(
      await deleteTemplate(database(c.env.DB), { id, actorId: requireUser(c).id }),
      aboveYouMessage,
    )
    c.set('changed', { name })
    return c.body(null, 204)
  },
)

templatesRoutes.get(
  '/:id/trial',
  endpoint({
    access: 4,
    rule: 'cards of users at or below your level',
    query: TrialQuery,
    response: Trial,
    summary: 'Preview what a run would change, card by card',
  }),
  async (c) => {
    const scope = { template: await findOrFail(c), level: requireUser(c).accessLevel }
    return c.json(await previewTemplate(database(c.env.DB), scope, c.req.valid('query')))
  },
)

templatesRoutes.get(
  '/:id/job',
  endpoint({
    access: 4,
    response: z.nullable(TemplateJob),
    summary: 'Progress of the latest run; null if there was none',
  }),
  async (c) => {
    const { id } = await findOrFail(c)
    return c.json((await newestJob(database(c.env.DB), id, requireUser(c).accessLevel)) ?? null)
  },
)

templatesRoutes.post(
  '/:id/job',
  endpoint({
    access: 4,
    rule: 'cards of users at or below your level; not while a higher level can undo its run',
    body: NewJob,
    maxBody: 32 * kB,
    response: TemplateJob,
    status: 202,
    summary: 'Apply the template to the cards of a trial',
    example: { version: 1, trialAt: '2026-11-21T09:00:00Z', except: [7] },
    errors: {
      409: 'This template is already running. Wait until it finishes.',
      412: staleMessage,
    },
    audit: 'template-applied',
  }),
  async (c) => {
    const actor = requireUser(c)
    const ran = await findOrFail(c)
    const request = c.req.valid('json')
    const db = database(c.env.DB)
    const last = await newestJob(db, ran.id, actor.accessLevel)
    requirePermission(!last || isOver(last) || last.level <= actor.accessLevel, aboveYouMessage)
    if (request.version !== ran.version) fail(412, staleMessage)
    const id = await startJob(db, { template: ran, actor }, request)
    if (id === 'changed') fail(412, staleMessage)
    if (id === undefined) fail(409, running)
    c.set('changed', { template: ran.name, job: id })
    return runInBackground(c, id)
  },
)

templatesRoutes.post(
  '/:id/job/continue',
  endpoint({
    access: 4,
    rule: ofRun,
    response: TemplateJob,
    status: 202,
    summary: 'Continue the latest run after it failed',
    errors: { 409: 'This run did not fail.' },
    audit: 'template-run-continued',
  }),
  async (c) => {
    const { job, name } = await findLastJob(c)
    const act = { id: job.id, actorId: requireUser(c).id }
    if (!(await continueJob(database(c.env.DB), act))) fail(409, 'This run did not fail.')
    c.set('changed', { template: name, job: job.id })
    return runInBackground(c, job.id)
  },
)

templatesRoutes.post(
  '/:id/job/undo',
  endpoint({
    access: 4,
    rule: ofRun,
    response: TemplateJob,
    status: 202,
    summary: 'Undo the latest run, within 30 days',
    errors: { 409: "This run can't be undone now." },
    audit: 'template-run-undone',
  }),
  async (c) => {
    const { job, name } = await findLastJob(c)
    const act = { id: job.id, actorId: requireUser(c).id }
    if (!(await undoJob(database(c.env.DB), act))) fail(409, "This run can't be undone now.")
    c.set('changed', { template: name, job: job.id })
    return runInBackground(c, job.id)
  },
)

async function findLastJob(c: Context<App>) {
  const { id, name } = await findOrFail(c)
  const { accessLevel } = requireUser(c)
  const newest = await newestJob(database(c.env.DB), id, accessLevel)
  const job = orNotFound(newest, 'This template has not been run yet.')
  requirePermission(job.level <= accessLevel, aboveYouMessage)
  return { name, job }
}

/** Whether the run can no longer be undone, so that its stored values no longer protect the template. */
function isOver({ undoUntil }: TemplateJob): boolean {
  return Date.parse(undoUntil) < Date.now()
}

/** The template, if the caller may change it. */
async function findChangeableTemplate(c: Context<App>) {
  const requested = await findOrFail(c)
  requirePermission(requested.level <= requireUser(c).accessLevel, aboveYouMessage)
  return requested
}

async function findOrFail(c: Context<App>) {
  const id = pathId(c.req.param('id') ?? '')
  return orNotFound(await findTemplate(database(c.env.DB), id), 'Template not found')
}

async function findModelCard(c: Context<App>, id: number): Promise<Card> {
  const card = orNotFound(
    await findCard(database(c.env.DB), id),
    'The model card no longer exists. Create a template from another card.',
  )
  return allow(c, cardEditors, card)
}

// The response does not wait for the run; clients poll its progress, and the cron job resumes it if it stops.
async function runInBackground(c: Context<App>, id: number) {
  const origin = publicOrigin(c.env, c.req.raw)
  const work = runJob(c.env, id, { origin }).catch((error: unknown) =>
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
