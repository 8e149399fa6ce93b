import { env } from 'cloudflare:workers'
import { eq } from 'drizzle-orm'
import { expect, test } from 'vitest'
import * as z from 'zod/mini'
import { Card } from '../../schema/cards/card.ts'
import { businessCards, cardLocales } from '../../schema/cards/tables.ts'
import { uploads } from '../../schema/images/tables.ts'
import { cardTemplates } from '../../schema/templates/tables.ts'
import { Template, Trial } from '../../schema/templates/template.ts'
import { db, makeCard, makeUser, request, signIn } from '../testing/app.ts'
import { runJob } from '../testing/run-job.ts'
import { cardOf, createTemplate, model, rules, runTemplate } from '../testing/templates.ts'

test('templates require level 4, and reject rules a field cannot have', async () => {
  const level3 = await signIn(3)
  const level4 = await signIn(4)
  const card = await makeCard({ userId: level4.user.id })
  for (const [method, path, body] of [
    ['GET', '/api/templates'],
    ['POST', '/api/templates', {}],
    ['PUT', '/api/templates/1', {}],
    ['DELETE', '/api/templates/1'],
    ['GET', '/api/templates/1/trial'],
    ['GET', '/api/templates/1/job'],
    ['POST', '/api/templates/1/job', {}],
    ['POST', '/api/templates/1/job/continue'],
    ['POST', '/api/templates/1/job/undo'],
  ] as const) {
    expect((await request(method, path, body)).status, path).toBe(401)
    expect((await level3.request(method, path, body)).status, path).toBe(403)
  }
  for (const given of [{ theme: 'hidden' }, { phone: 'locked' }, { name: 'locked' }, { about: 1 }])
    expect(
      (await level4.request('POST', '/api/templates', { name: 'x', cardId: card.id, rules: given }))
        .status,
    ).toBe(400)
  const level5Card = await makeCard({ userId: (await makeUser({ accessLevel: 5 })).id })
  expect((await level4.request('GET', '/api/templates/999/trial')).status).toBe(404)
  const unknownCard = { name: 'x', cardId: 2_000_000_000, rules: {} }
  expect((await level4.request('POST', '/api/templates', unknownCard)).status).toBe(404)
  const template = await createTemplate(level4)
  const { cards } = Trial.parse(
    await (await level4.request('GET', `/api/templates/${template.id}/trial?limit=200`)).json(),
  )
  expect(cards.map(({ id }) => id)).not.toContain(level5Card.id)
  expect(cards.map(({ id }) => id)).not.toContain(template.cardId)
})

test('a trial lists old and new values, and the run writes exactly these', async () => {
  const admin = await signIn(4)
  const { id: after } = await makeCard()
  const card = await makeCard({ company: 'Old Ltd', about: 'Me', phone: '+1 207 555 0199' })
  const bare = await makeCard({})
  const template = await createTemplate(admin)
  const trial = Trial.parse(
    await (
      await admin.request('GET', `/api/templates/${template.id}/trial?after=${after}&limit=2`)
    ).json(),
  )
  expect(trial.cards).toMatchObject([
    {
      id: card.id,
      changes: [
        { field: 'theme', from: 'minimalist', to: 'corporate' },
        { field: 'company', from: 'Old Ltd', to: 'Latticeworks' },
        { field: 'about', from: 'Me', to: '' },
        { field: 'customButtons', from: '', to: 'Site' },
      ],
      missing: [],
    },
    { id: bare.id, missing: ['phone'] },
  ])
  const path = `/api/templates/${template.id}/trial?search=`
  const found = await (await admin.request('GET', `${path}${bare.slug.toUpperCase()}`)).json()
  expect(found).toMatchObject({
    total: trial.total,
    found: 1,
    cards: [{ id: bare.id }],
    next: null,
  })
  expect(await (await admin.request('GET', `${path}%25`)).json()).toMatchObject({ found: 0 })
  await db.insert(cardLocales).values({ cardId: bare.id, locale: 'ar', fields: { name: 'ندى' } })
  const byArabicName = await (await admin.request('GET', `${path}${encodeURI('ندى')}`)).json()
  expect(byArabicName).toMatchObject({ found: 1, cards: [{ id: bare.id }] })
  const job = await runTemplate(admin, template, { except: [bare.id] })
  expect(job).toMatchObject({ state: 'done', skipped: [] })
  expect(job.done).toBe(job.total)
  expect(await cardOf(card.id)).toMatchObject({
    theme: 'corporate',
    company: 'Latticeworks',
    about: null,
    phone: '+1 207 555 0199',
    customButtons: model.customButtons,
    templateId: template.id,
    version: 2,
  })
  expect(await cardOf(bare.id)).toMatchObject({ theme: 'minimalist', templateId: null, version: 1 })
})

test('images are copied, and a hidden text is removed from both of its fields', async () => {
  const admin = await signIn(4)
  const logoUrl = `/images/${'ab'.repeat(32)}-250.png`
  const card = await makeCard({
    customizations: {
      website: null,
      about: 'Second text',
      customCss: null,
      pronouns: null,
      department: null,
    },
  })
  const model = await makeCard({ userId: admin.user.id, logoUrl })
  await db.insert(uploads).values({ cardId: model.id, hash: 'ab'.repeat(32), bytes: 9 })
  const sent = { name: 'Logo', cardId: model.id, rules: { logoUrl: 'locked', about: 'hidden' } }
  const response = await admin.request('POST', '/api/templates', sent)
  await runTemplate(admin, Template.parse(await response.json()))
  expect(await cardOf(card.id)).toMatchObject({ logoUrl, customizations: { about: null } })
  const kept = await db.select().from(uploads).where(eq(uploads.cardId, card.id)).all()
  expect(kept).toMatchObject([{ hash: 'ab'.repeat(32), bytes: 9 }])
})

test('the server rejects changes of locked and hidden fields and missing required ones, except for level 4', async () => {
  const admin = await signIn(4)
  const owner = await signIn(1)
  const { id } = await makeCard({ userId: owner.user.id, phone: '+1 207 555 0199' })
  await runTemplate(admin, await createTemplate(admin))
  const path = `/api/business-cards/${id}`
  const card = Card.parse(await (await owner.request('GET', path)).json())
  expect(card.template).toMatchObject({ name: 'Team', rules })
  const put = async ({ request }: typeof admin, fields: object) => {
    const response = await request('PUT', path, { ...card, version: undefined, ...fields })
    return [response.status, response.ok ? '' : await response.text()]
  }
  expect(await put(owner, { theme: 'tech', about: 'Me again' })).toEqual([
    403,
    'Your admin manages these fields: Theme, About.',
  ])
  expect(await put(owner, { phone: ' ' })).toEqual([400, 'These fields are required: Phone.'])
  expect(await put(owner, { title: 'Engineer' })).toEqual([200, ''])
  expect(await put(admin, { theme: 'tech' })).toEqual([200, ''])
})

test('saving a template copies its model card again, and deleting it unlocks its cards', async () => {
  const admin = await signIn(4)
  const template = await createTemplate(admin)
  const card = await makeCard()
  await runTemplate(admin, template)
  await db.update(businessCards).set({ theme: 'tech' }).where(eq(businessCards.id, template.cardId))
  const path = `/api/templates/${template.id}`
  const edit = { name: 'Team 2', rules: { theme: 'locked' }, version: 1 }
  const saved = await admin.request('PUT', path, edit)
  expect(await saved.json()).toMatchObject({ name: 'Team 2', version: 2 })
  // A retry after a lost response is no conflict.
  expect(await (await admin.request('PUT', path, edit)).json()).toMatchObject({ version: 2 })
  expect((await admin.request('PUT', path, { ...edit, name: 'Team 3' })).status).toBe(412)
  const job = { version: 1, trialAt: new Date().toISOString() }
  expect((await admin.request('POST', `${path}/job`, job)).status).toBe(412)
  await runTemplate(admin, { ...template, version: 2 })
  expect(await cardOf(card.id)).toMatchObject({ theme: 'tech' })
  expect((await admin.request('DELETE', path)).status).toBe(204)
  expect(await cardOf(card.id)).toMatchObject({ theme: 'tech', templateId: null })
})

test('a template keeps the shared fields of an erased model card, and drops the others', async () => {
  const admin = await signIn(5)
  const leaver = await makeUser()
  const fields = { userId: leaver.id, ...model, about: 'A life', address: '17 Marked Lane' }
  const { id: cardId } = await makeCard(fields)
  const given = { ...rules, about: 'locked', address: 'locked', website: 'required' }
  const sent = { name: 'Team', cardId, rules: given }
  const template = Template.parse(
    await (await admin.request('POST', '/api/templates', sent)).json(),
  )
  const path = `/api/templates/${template.id}`
  expect((await admin.request('DELETE', `/api/users/${leaver.id}`)).status).toBe(204)
  await runJob(env, 'purgeAccounts', Date.now() + 31 * 86_400_000)
  const listed = z
    .array(Template)
    .parse(await (await admin.request('GET', '/api/templates')).json())
  const { about: _, address: __, customButtons: ___, ...team } = given
  expect(listed.find(({ id }) => id === template.id)).toMatchObject({ rules: team, version: 2 })
  const { id: after } = await makeCard()
  await makeCard({ about: 'Mine', address: 'Here' })
  const at = `${path}/trial?after=${after}`
  const { cards } = Trial.parse(await (await admin.request('GET', at)).json())
  expect(cards[0]?.changes.map(({ field }) => field)).toEqual(['theme', 'company'])
  const stored = await db.select().from(cardTemplates).where(eq(cardTemplates.id, template.id))
  expect(JSON.stringify(stored)).not.toMatch(/A life|Marked|example\.com/)
  expect(stored[0]).toMatchObject({ rules: team, content: { company: 'Latticeworks' } })
})
