/** Templates and runs, created through the API. Only tests import this. */
import { eq } from 'drizzle-orm'
import { expect } from 'vitest'
import { businessCards } from '../../schema/cards/tables.ts'
import { Template, TemplateJob } from '../../schema/templates/template.ts'
import { db, makeCard, type signIn } from './app.ts'
import { settled } from './background-work.ts'

type Admin = Awaited<ReturnType<typeof signIn>>

export const model = {
  theme: 'corporate',
  company: 'Latticeworks',
  title: 'Model',
  customButtons: [{ text: 'Site', url: 'https://example.com', backgroundColor: '#d9bd90' }],
}
export const rules = {
  theme: 'locked',
  company: 'locked',
  customButtons: 'locked',
  about: 'hidden',
  phone: 'required',
} as const

export async function createTemplate(admin: Admin, given: object = rules) {
  const card = await makeCard({ userId: admin.user.id, ...model })
  const sent = { name: 'Team', cardId: card.id, rules: given }
  const response = await admin.request('POST', '/api/templates', sent)
  expect(response.status).toBe(201)
  return Template.parse(await response.json())
}

export async function runTemplate(admin: Admin, template: Template, fields: object = {}) {
  const path = `/api/templates/${template.id}/job`
  const trialAt = new Date(Date.now() + 1000).toISOString()
  const response = await admin.request('POST', path, {
    version: template.version,
    trialAt,
    ...fields,
  })
  expect(response.status).toBe(202)
  return waitForRun(admin, template)
}

/** Waits until the newest run ends, and returns it. */
export async function waitForRun(admin: Admin, { id }: Template) {
  await settled()
  const response = await admin.request('GET', `/api/templates/${id}/job`)
  const run = TemplateJob.parse(await response.json())
  expect(run.state).not.toMatch(/running|undoing/)
  return run
}

export async function cardOf(id: number) {
  return db.select().from(businessCards).where(eq(businessCards.id, id)).get()
}
