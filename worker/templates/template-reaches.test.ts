import { expect, test } from 'vitest'
import { Trial } from '../../schema/templates/template.ts'
import { makeCard, signIn } from '../testing/app.ts'
import { cardOf, createTemplate, runTemplate, waitForRun } from '../testing/templates.ts'

type Admin = Awaited<ReturnType<typeof signIn>>

/** A template whose model card has these reaches, and a card of a level 1 user with others. */
async function prepare(
  admin: Admin,
  rules: object,
  { model, own }: { model: object; own: object },
) {
  const template = await createTemplate(admin, rules)
  const stored = Object(await (await admin.request('GET', '/api/business-cards')).json())
  const modelCard = stored.at(-1)
  const path = `/api/business-cards/${modelCard.id}`
  const card = Object(await (await admin.request('GET', path)).json())
  await admin.request('PUT', path, {
    ...card,
    customizations: { ...card.customizations, visibility: model },
  })
  const { id, name, version } = template
  const saved = await admin.request('PUT', `/api/templates/${id}`, { name, version, rules })
  expect(saved.status).toBe(200)
  const owner = await signIn(1)
  const { id: cardId } = await makeCard({
    userId: owner.user.id,
    company: 'Own',
    phone: '+44 1632 960101',
  })
  const ownPath = `/api/business-cards/${cardId}`
  const save = async (visibility: object | undefined, fields: object = {}) => {
    const { customizations, ...others } = Object(await (await owner.request('GET', ownPath)).json())
    const changed = { ...customizations, visibility }
    const response = await owner.request('PUT', ownPath, {
      ...others,
      ...fields,
      customizations: changed,
    })
    return [response.status, response.ok ? undefined : await response.text()]
  }
  expect((await save(own))[0]).toBe(200)
  return { template: { ...template, version: version + 1 }, cardId, save }
}

const reachesOf = async (id: number) => (await cardOf(id))?.customizations.visibility

test('a locked field has the reach of the model card, which its owner cannot change', async () => {
  const admin = await signIn(4)
  const { template, cardId, save } = await prepare(
    admin,
    { company: 'locked' },
    { model: { company: 'exchange', phone: 'nobody' }, own: { phone: 'share-points' } },
  )
  await runTemplate(admin, template)
  expect(await reachesOf(cardId)).toEqual({ company: 'exchange', phone: 'share-points' })
  const refused = [403, 'Your admin manages these fields: Company.']
  expect(await save({ phone: 'share-points' })).toEqual(refused)
  expect(await save({ company: 'nobody', phone: 'share-points' })).toEqual(refused)
  expect((await save({ company: 'exchange', phone: 'exchange' }))[0]).toBe(200)
  expect((await save(undefined, { title: 'New' }))[0]).toBe(200)
  expect(await reachesOf(cardId)).toEqual({ company: 'exchange', phone: 'exchange' })
})

test('who sees what is set and locked as a whole, shown in the trial, and restored by undo', async () => {
  const admin = await signIn(4)
  const { template, cardId, save } = await prepare(
    admin,
    { visibility: 'locked' },
    { model: { phone: 'exchange' }, own: { email: 'nobody' } },
  )
  const path = `/api/templates/${template.id}/trial?after=${cardId - 1}&limit=1`
  const trial = Trial.parse(await (await admin.request('GET', path)).json())
  expect(trial.cards[0]?.changes).toEqual([
    { field: 'visibility', from: 'Email: nobody', to: 'Phone: exchange' },
  ])
  await runTemplate(admin, template)
  expect(await reachesOf(cardId)).toEqual({ phone: 'exchange' })
  expect(await save({})).toEqual([403, 'Your admin manages these fields: Who sees what.'])
  await admin.request('POST', `/api/templates/${template.id}/job/undo`)
  await waitForRun(admin, template)
  expect(await reachesOf(cardId)).toEqual({ email: 'nobody' })
})

test('a required field that nobody sees is missing', async () => {
  const admin = await signIn(4)
  const { template, save } = await prepare(
    admin,
    { phone: 'required' },
    { model: {}, own: { phone: 'exchange' } },
  )
  await runTemplate(admin, template)
  expect(await save({ phone: 'nobody' })).toEqual([400, 'These fields are required: Phone.'])
  expect((await save({ phone: 'share-points' }))[0]).toBe(200)
})
