import { env } from 'cloudflare:workers'
import { eq, sql } from 'drizzle-orm'
import { expect, test, vi } from 'vitest'
import { users } from '../../schema/accounts/tables.ts'
import { businessCards } from '../../schema/cards/tables.ts'
import { cardTemplates, templateJobs } from '../../schema/templates/tables.ts'
import { type Template, TemplateJob } from '../../schema/templates/template.ts'
import { findCard } from '../cards/queries.ts'
import { db, makeCard, makeUser, signIn, statusAndText } from '../testing/app.ts'
import { pauseRequest } from '../testing/paused-request.ts'
import { cardOf, createTemplate, runTemplate, waitForRun } from '../testing/templates.ts'
import { deleteTemplate, findTemplate, saveTemplate } from './queries.ts'
import { continueJob, resumeTemplateJobs, startJob, undoJob } from './run.ts'
import { addNextCards } from './run-cards.ts'

const monthAgo = sql`strftime('%Y-%m-%dT%H:%M:%fZ', 'now', '-31 days')`

test('level 4 can neither undo, continue, restart, change nor delete a run of level 5', async () => {
  const { template, card } = await ranByFive()
  const other = await signIn(4)
  const path = `/api/templates/${template.id}`
  const wanted = { version: 1, trialAt: new Date().toISOString(), only: [card.id] }
  const edit = { name: 'Theirs', rules: {}, version: 1 }
  for (const state of ['done', 'failed'] as const) {
    await setState(template, state)
    const calls = [
      other.request('POST', `${path}/job/undo`),
      other.request('POST', `${path}/job/continue`),
      other.request('POST', `${path}/job`, wanted),
      other.request('PUT', path, edit),
      other.request('DELETE', path),
    ]
    for (const call of calls) expect(await statusAndText(call)).toEqual([403, aboveYou])
  }
  expect(await cardOf(card.id)).toMatchObject({ templateId: template.id, version: 2 })
  expect(await findTemplate(db, template.id)).toMatchObject({ name: 'Team', version: 1 })
})

test('level 5 can undo a run of level 5, and delete its template', async () => {
  const { admin, template, card } = await ranByFive()
  const path = `/api/templates/${template.id}`
  expect((await admin.request('POST', `${path}/job/undo`)).status).toBe(202)
  expect(await waitForRun(admin, template)).toMatchObject({ state: 'undone', level: 5 })
  expect(await cardOf(card.id)).toMatchObject({ templateId: null, theme: 'minimalist' })
  expect((await admin.request('DELETE', path)).status).toBe(204)
})

test('every statement on a run rejects a caller who has lost the level since', async () => {
  const { admin, template, card } = await ranByFive()
  await db.update(users).set({ accessLevel: 4 }).where(eq(users.id, admin.user.id))
  const job = await jobOf(template)
  const acts = { id: job.id, actorId: admin.user.id }
  expect(await undoJob(db, acts)).toBe(false)
  await setState(template, 'failed')
  expect(await continueJob(db, acts)).toBe(false)
  const stored = await storedTemplate(template)
  const model = await findCard(db, stored.cardId)
  if (!model) throw new Error('The model card is not there')
  const actorId = admin.user.id
  const edit = { name: 'Theirs', rules: {}, version: 1 }
  expect(await saveTemplate(db, { id: template.id, model, actorId }, edit)).toBeUndefined()
  expect(await deleteTemplate(db, { id: template.id, actorId })).toBe(false)
  for (const accessLevel of [4, 5]) {
    const wanted = { trialAt: new Date().toISOString(), except: [], only: [card.id] }
    const actor = { id: actorId, accessLevel }
    expect(await startJob(db, { template: stored, actor }, wanted)).toBeUndefined()
  }
  expect(await cardOf(card.id)).toMatchObject({ templateId: template.id, version: 2 })
})

test.each([
  ['changed', 'PUT', { name: 'Theirs', rules: {}, version: 1 }],
  ['deleted', 'DELETE', undefined],
])('no run starts on a template that was %s since it was read', async (_, method, edit) => {
  const other = await signIn(4)
  const template = await createTemplate(other)
  const { cookie } = await signIn(5)
  const path = `/api/templates/${template.id}`
  const wanted = { version: 1, trialAt: new Date().toISOString() }
  const paused = await pauseRequest(
    { path: `${path}/job`, body: wanted, headers: { Cookie: cookie } },
    /insert into template_jobs/,
  )
  expect((await other.request(method, path, edit)).ok).toBe(true)
  const response = await paused.resume()
  expect([response.status, await response.text()]).toEqual([412, changed])
  expect(await db.$count(templateJobs, ofTemplate(template))).toBe(0)
})

test('level 4 cannot delete a template that a card of level 5 uses, regardless of the age of the run', async () => {
  const { admin, template, card } = await ranByFive()
  await db.update(templateJobs).set({ createdAt: monthAgo }).where(ofTemplate(template))
  const other = await signIn(4)
  const path = `/api/templates/${template.id}`
  // The model card's owner is no longer above level 4, so only the card of the run prevents the deletion.
  await lowerModel(template)
  expect(await statusAndText(other.request('DELETE', path))).toEqual([403, aboveYou])
  expect(await cardOf(card.id)).toMatchObject({ templateId: template.id })
  await db.update(businessCards).set({ templateId: null }).where(eq(businessCards.id, card.id))
  expect((await other.request('DELETE', path)).status).toBe(204)
  expect((await admin.request('GET', `${path}/job`)).status).toBe(404)
})

test('level 4 cannot delete a template whose model card belongs to level 5', async () => {
  const template = await createTemplate(await signIn(5))
  const path = `/api/templates/${template.id}`
  const other = await signIn(4)
  expect(await statusAndText(other.request('DELETE', path))).toEqual([403, aboveYou])
  expect(template).toMatchObject({ level: 5 })
  await lowerModel(template)
  expect((await other.request('DELETE', path)).status).toBe(204)
})

test.each([
  ['has lost the level', { accessLevel: 3 }],
  ['was deactivated', { deletedAt: new Date().toISOString() }],
])(
  'a run goes on no further when who began it %s, and goes on with who continues it',
  async (_, change) => {
    const { admin, template, card } = await waiting()
    await db.update(users).set(change).where(eq(users.id, admin.user.id))
    const logged = vi.spyOn(console, 'error').mockImplementation(() => {})
    await resumeTemplateJobs(env)
    logged.mockRestore()
    expect(await jobOf(template)).toMatchObject({ state: 'failed' })
    expect(await cardOf(card.id)).toMatchObject({ templateId: null, version: 1 })
    const other = await signIn(4)
    expect((await other.request('POST', `/api/templates/${template.id}/job/continue`)).status).toBe(
      202,
    )
    expect(await waitForRun(other, template)).toMatchObject({ state: 'done', done: 1, changed: 0 })
    expect(await jobOf(template)).toMatchObject({ actorId: other.user.id })
    expect(await cardOf(card.id)).toMatchObject({ templateId: template.id })
  },
)

test('a run without an actor stops, such as one of an earlier release', async () => {
  const { template, card } = await waiting()
  await db.update(templateJobs).set({ actorId: null }).where(ofTemplate(template))
  const logged = vi.spyOn(console, 'error').mockImplementation(() => {})
  await resumeTemplateJobs(env)
  logged.mockRestore()
  expect(await jobOf(template)).toMatchObject({ state: 'failed' })
  expect(await cardOf(card.id)).toMatchObject({ templateId: null })
})

test('a run of level 4 neither writes nor restores the card of a user who has risen above it', async () => {
  const { admin, template, card } = await waiting()
  const raised = (accessLevel: number) =>
    db.update(users).set({ accessLevel }).where(eq(users.id, card.userId))
  const { id, scope } = await jobOf(template)
  if (scope) await addNextCards(db, id, scope)
  await raised(5)
  await resumeTemplateJobs(env)
  expect(await waitForRun(admin, template)).toMatchObject({
    state: 'done',
    changed: 1,
    skipped: [],
  })
  expect(await cardOf(card.id)).toMatchObject({ templateId: null, version: 1 })
  await raised(1)
  await runTemplate(admin, template, { only: [card.id] })
  await raised(5)
  expect((await admin.request('POST', `/api/templates/${template.id}/job/undo`)).status).toBe(202)
  expect(await waitForRun(admin, template)).toMatchObject({ state: 'undone', changed: 1 })
  expect(await cardOf(card.id)).toMatchObject({ templateId: template.id, version: 2 })
})

test('the report of a run omits the cards of users above the reader', async () => {
  const { admin, template, card } = await ranByFive()
  await db.run(sql`update template_job_cards set status = 'changed' where card_id = ${card.id}`)
  const path = `/api/templates/${template.id}/job`
  const read = async (who: typeof admin) =>
    TemplateJob.parse(await (await who.request('GET', path)).json())
  expect(await read(admin)).toMatchObject({ changed: 1, skipped: [{ slug: card.slug }] })
  expect(await read(await signIn(4))).toMatchObject({ changed: 1, skipped: [], level: 5 })
})

const changed = 'This template was changed elsewhere. Reload it to see the changes.'
const aboveYou = 'A System Admin ran this template or has a card that uses it. Ask a System Admin.'

/** A template that a user of level 5 ran on a card of another user of level 5. */
async function ranByFive() {
  const admin = await signIn(5)
  const template = await createTemplate(admin)
  const card = await makeCard({ userId: (await makeUser({ accessLevel: 5 })).id })
  const job = await runTemplate(admin, template, { only: [card.id] })
  expect(job).toMatchObject({ state: 'done', done: 1 })
  return { admin, template, card }
}

/** A run of level 4 that has not started. */
async function waiting() {
  const admin = await signIn(4)
  const template = await createTemplate(admin)
  const card = await makeCard()
  const actor = { id: admin.user.id, accessLevel: 4 }
  const wanted = { trialAt: new Date(Date.now() + 1000).toISOString(), except: [], only: [card.id] }
  await startJob(db, { template: await storedTemplate(template), actor }, wanted)
  return { admin, template, card }
}

async function lowerModel({ cardId }: Template) {
  const { id: userId } = await makeUser()
  await db.update(businessCards).set({ userId }).where(eq(businessCards.id, cardId))
}

async function setState(template: Template, state: 'done' | 'failed') {
  await db.update(templateJobs).set({ state }).where(ofTemplate(template))
}

async function jobOf(template: Template) {
  const job = await db.select().from(templateJobs).where(ofTemplate(template)).get()
  if (!job) throw new Error('The run is not there')
  return job
}

async function storedTemplate({ id }: Template) {
  const stored = await db.select().from(cardTemplates).where(eq(cardTemplates.id, id)).get()
  if (!stored) throw new Error('The template is not there')
  return stored
}

function ofTemplate({ id }: Template) {
  return eq(templateJobs.templateId, id)
}
