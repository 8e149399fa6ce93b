import { unzipSync } from 'fflate'
import { expect, test } from 'vitest'
import { makeCard, signIn, statusAndText } from '../testing/app.ts'
import { makeFormData } from '../testing/images.ts'
import { makeInbox } from '../testing/inbox.ts'

const template = {
  name: 'Thanks',
  subject: 'Good to meet you',
  body: 'Hi {first name},\n\n{my name}\n{card link}',
}

test('reply templates are replaced as a list, and exported with the account', async () => {
  const { card, ownRequest } = await makeInbox()
  const path = `/api/business-cards/${card.id}/reply-templates`
  expect(await (await ownRequest('GET', path)).json()).toEqual([])
  const sent = { templates: [{ ...template, name: ' Thanks ' }] }
  expect((await ownRequest('PUT', path, sent)).status).toBe(200)
  expect(await (await ownRequest('GET', path)).json()).toEqual([template])
  expect(await (await ownRequest('GET', '/api/account/export')).json()).toMatchObject({
    replyTemplates: [{ cardId: card.id, templates: [template] }],
  })
  await ownRequest('PUT', path, { templates: [] })
  expect(await (await ownRequest('GET', path)).json()).toEqual([])
})

test.each([
  [{ ...template, body: 'Hi {surname}' }, 'A text has a placeholder that does not exist.'],
  [{ ...template, subject: '{}' }, 'A text has a placeholder that does not exist.'],
  [{ ...template, name: ' ' }, 'Enter a name'],
  [{ ...template, body: 'x'.repeat(3001) }, 'A text must be at most 3,000 characters'],
])('PUT …/reply-templates refuses %j', async (wrong, message) => {
  const { card, ownRequest } = await makeInbox()
  const path = `/api/business-cards/${card.id}/reply-templates`
  const [status, text] = await statusAndText(ownRequest('PUT', path, { templates: [wrong] }))
  expect([status, text]).toEqual([400, expect.stringContaining(message)])
})

test('a card has at most 10 reply templates', async () => {
  const { card, ownRequest } = await makeInbox()
  const path = `/api/business-cards/${card.id}/reply-templates`
  const many = (count: number) => ({ templates: Array.from({ length: count }, () => template) })
  expect((await ownRequest('PUT', path, many(10))).status).toBe(200)
  expect(await statusAndText(ownRequest('PUT', path, many(11)))).toEqual([
    400,
    'A card can have at most 10 reply templates',
  ])
})

test('the archive of a card has its reply templates, for the owner only', async () => {
  const { card, ownRequest, user } = await makeInbox(3)
  const other = await makeCard({ userId: user.id })
  const path = (id: number) => `/api/business-cards/${id}/reply-templates`
  await ownRequest('PUT', path(card.id), { templates: [template] })
  const download = async (by: typeof ownRequest) => {
    const response = await by('GET', `/api/business-cards/${card.id}/archive`)
    return new Uint8Array(await response.arrayBuffer())
  }
  const file = await download(ownRequest)
  const { request: admin } = await signIn(4)
  const theirs = unzipSync(await download(admin))['card.json']
  expect(new TextDecoder().decode(theirs)).not.toContain('Good to meet you')
  const sent = makeFormData({ file })
  const imported = await ownRequest('POST', `/api/business-cards/${other.id}/archive`, sent)
  expect(imported.status).toBe(200)
  expect(await (await ownRequest('GET', path(other.id))).json()).toEqual([template])
})
