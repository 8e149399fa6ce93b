import { env } from 'cloudflare:workers'
import { eq, sql } from 'drizzle-orm'
import { expect, test, vi } from 'vitest'
import { businessCards } from '../../schema/cards/tables.ts'
import { templateJobs } from '../../schema/templates/tables.ts'
import { db, makeCard, makeUser, signIn } from '../testing/app.ts'
import { cardOf, createTemplate, runTemplate, waitForRun } from '../testing/templates.ts'
import { findTemplate } from './queries.ts'
import { resumeTemplateJobs, runJob, startJob } from './run.ts'

test('a card saved since the trial is skipped and listed', async () => {
  const admin = await signIn(4)
  const template = await createTemplate(admin)
  const [kept, saved] = [await makeCard(), await makeCard()]
  const trialAt = new Date().toISOString()
  const later = sql`strftime('%Y-%m-%dT%H:%M:%fZ', 'now', '+1 minute')`
  await db.update(businessCards).set({ updatedAt: later }).where(eq(businessCards.id, saved.id))
  const job = await runTemplate(admin, template, { trialAt })
  expect(job.skipped).toContainEqual({ id: saved.id, slug: saved.slug })
  expect(await cardOf(saved.id)).toMatchObject({ theme: 'minimalist' })
  expect(await cardOf(kept.id)).toMatchObject({ theme: 'corporate' })
})

test('undoing a run leaves out cards saved since', async () => {
  const admin = await signIn(4)
  const owner = await signIn(1)
  const template = await createTemplate(admin, { company: 'locked', theme: 'locked' })
  const first = await makeCard({ company: 'First' })
  const second = await makeCard({ company: 'Second', userId: owner.user.id })
  const undo = () => admin.request('POST', `/api/templates/${template.id}/job/undo`)
  expect((await undo()).status).toBe(404)
  await runTemplate(admin, template)
  const path = `/api/business-cards/${second.id}`
  const card = Object(await (await owner.request('GET', path)).json())
  expect((await owner.request('PUT', path, { ...card, title: 'New' })).status).toBe(200)
  expect((await undo()).status).toBe(202)
  const job = await waitForRun(admin, template)
  expect(job.state).toBe('undone')
  expect(job.skipped).toContainEqual({ id: second.id, slug: second.slug })
  expect(await cardOf(first.id)).toMatchObject({
    company: 'First',
    theme: 'minimalist',
    templateId: null,
    version: 3,
  })
  expect(await cardOf(second.id)).toMatchObject({ company: 'Latticeworks', title: 'New' })
  expect((await undo()).status).toBe(409)
})

test('the cron job resumes a stopped run without writing a card twice, and runs never overlap', async () => {
  const admin = await signIn(4)
  const template = await createTemplate(admin)
  const cards = []
  for (let index = 0; index < 60; index += 1) cards.push(await makeCard())
  const stored = await findTemplate(db, template.id)
  if (!stored) throw new Error('The template is not there')
  const scope = { template: stored, actor: { id: admin.user.id, accessLevel: 4 } }
  const wanted = { version: 1, trialAt: new Date(Date.now() + 1000).toISOString(), except: [] }
  const id = Number(await startJob(db, scope, wanted))
  expect(await startJob(db, scope, wanted)).toBe(id)
  const another = { ...wanted, except: [1] }
  expect(await startJob(db, scope, another)).toBeUndefined()
  const refused = await admin.request('POST', `/api/templates/${template.id}/job`, another)
  expect(refused.status).toBe(409)
  await Promise.all([resumeTemplateJobs(env), runJob(env, id)])
  const versions = await Promise.all(cards.map(async (card) => (await cardOf(card.id))?.version))
  expect(new Set(versions)).toEqual(new Set([2]))
})

test('a run covers only the selected cards, and no card created after its trial', async () => {
  const admin = await signIn(4)
  const template = await createTemplate(admin)
  const level5Card = await makeCard({ userId: (await makeUser({ accessLevel: 5 })).id })
  const [one, other] = [await makeCard(), await makeCard()]
  const job = await runTemplate(admin, template, { only: [one.id, level5Card.id] })
  expect(job).toMatchObject({ state: 'done', total: 1, done: 1, changed: 0 })
  expect(await cardOf(one.id)).toMatchObject({ templateId: template.id })
  for (const { id } of [level5Card, other])
    expect(await cardOf(id)).toMatchObject({ templateId: null })
  const before = await runTemplate(admin, template, {
    only: [other.id],
    trialAt: '2020-01-01T00:00:00Z',
  })
  expect(before).toMatchObject({ state: 'done', total: 0 })
  const refused = { version: 1, trialAt: new Date().toISOString(), only: [] }
  const path = `/api/templates/${template.id}/job`
  expect((await admin.request('POST', path, refused)).status).toBe(400)
})

test('a run covers all cards, in pages', async () => {
  const admin = await signIn(4)
  const template = await createTemplate(admin)
  const ids = await copyCard(await makeCard(), 560)
  const job = await runTemplate(admin, template, { only: ids })
  expect(job).toMatchObject({ state: 'done', total: 560, done: 560, changed: 0 })
  const given = await db.$count(businessCards, eq(businessCards.templateId, template.id))
  expect(given).toBe(560)
})

test('a failed run reports its progress, and can be continued or undone', async () => {
  const admin = await signIn(4)
  const template = await createTemplate(admin)
  const ids = await copyCard(await makeCard(), 60)
  const path = `/api/templates/${template.id}/job`
  const logged = vi.spyOn(console, 'error').mockImplementation(() => {})
  const failing = await rejectUpdates(ids.at(-1) ?? 0)
  const job = await runTemplate(admin, template, { only: ids })
  expect(job).toMatchObject({ state: 'failed', total: 60, done: 50 })
  expect(logged.mock.calls.flat().join()).toContain('"at":"template-job"')
  expect((await admin.request('POST', `${path}/continue`)).status).toBe(202)
  expect(await waitForRun(admin, template)).toMatchObject({ state: 'failed', done: 50 })
  expect((await admin.request('POST', `${path}/undo`)).status).toBe(202)
  expect(await waitForRun(admin, template)).toMatchObject({ state: 'undone', total: 50, done: 50 })
  await runTemplate(admin, template, { only: ids })
  await failing.restore()
  expect((await admin.request('POST', `${path}/continue`)).status).toBe(202)
  expect(await waitForRun(admin, template)).toMatchObject({ state: 'done', total: 60, done: 60 })
  expect((await admin.request('POST', `${path}/continue`)).status).toBe(409)
  logged.mockRestore()
})

test('a run that repeatedly starts without progress fails', async () => {
  const admin = await signIn(4)
  const template = await createTemplate(admin)
  const card = await makeCard()
  const stored = await findTemplate(db, template.id)
  if (!stored) throw new Error('The template is not there')
  const wanted = { trialAt: new Date(Date.now() + 1000).toISOString(), except: [], only: [card.id] }
  const id = Number(
    await startJob(db, { template: stored, actor: { id: admin.user.id, accessLevel: 4 } }, wanted),
  )
  const one = eq(templateJobs.id, id)
  await db
    .update(templateJobs)
    .set({ tries: 5, leaseUntil: Date.now() + 60_000 })
    .where(one)
  await resumeTemplateJobs(env)
  expect(await ofJob(id)).toMatchObject({ state: 'running', tries: 5 })
  await db
    .update(templateJobs)
    .set({ leaseUntil: Date.now() - 1 })
    .where(one)
  const logged = vi.spyOn(console, 'error').mockImplementation(() => {})
  await resumeTemplateJobs(env)
  logged.mockRestore()
  expect(await ofJob(id)).toMatchObject({ state: 'failed' })
  expect(await cardOf(card.id)).toMatchObject({ templateId: null })
})

async function ofJob(id = 0) {
  return db.select().from(templateJobs).where(eq(templateJobs.id, id)).get()
}

/** Copies a card many times, in one statement. */
async function copyCard(like: { id: number }, count: number): Promise<number[]> {
  const numbers = JSON.stringify([...Array(count).keys()])
  const rows = await db.all<{ id: number }>(sql`
    insert into business_cards (user_id, slug, customizations, uid)
    select user_id, slug || '-' || value, customizations, uid || value
    from business_cards, json_each(${numbers}) where business_cards.id = ${like.id} returning business_cards.id`)
  return rows.map(({ id }) => id).sort((a, b) => a - b)
}

/** Adds a trigger that rejects updates of this card until it is removed. */
async function rejectUpdates(id: number) {
  await db.run(
    sql.raw(`create trigger refuses before update on business_cards when old.id = ${id}
      begin select raise(abort, 'refused'); end`),
  )
  return { restore: () => db.run(sql.raw('drop trigger refuses')) }
}
