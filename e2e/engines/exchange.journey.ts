/** The exchange form: with script, without, and without a connection. */
import { type APIRequestContext, expect } from '@playwright/test'
import { CardReport } from '../../schema/analytics/card-report.ts'
import { adaForm, makeCard, read } from '../testing.ts'
import { loadScript, test, textOf } from './engine.ts'
import type { Visitor } from './visitor.ts'

const entry = { name: 'Nadia Brandt', email: 'nadia@brandtfoods.example' }
const card = { name: 'Ada', formConfig: adaForm }

test('the form is sent without leaving the page, and the entry reaches the owner', async ({
  arrive,
  request,
}) => {
  const { id, slug } = await makeCard(request, card)
  const visitor = await arrive()
  await visitor.open(`/view/${slug}`)
  await loadScript(visitor)
  await fill(visitor)
  await visitor.click('#exchange [type=submit]')
  await expect.poll(() => textOf(visitor, '.bc-thanks')).toContain(adaForm.thanks)
  expect(await visitor.run('return location.pathname')).toBe(`/view/${slug}`)
  expect(await entries(request, id)).toEqual([entry])
})

test('without script the form is sent, and the next page says thank you', async ({
  arrive,
  gateway,
  request,
}) => {
  const { id, slug } = await makeCard(request, card)
  gateway.blockScripts()
  const visitor = await arrive()
  await visitor.open(`/view/${slug}`)
  await fill(visitor)
  await visitor.click('#exchange [type=submit]')
  await expect.poll(() => textOf(visitor, 'main')).toContain(adaForm.thanks)
  expect(await entries(request, id)).toEqual([entry])
  expect(gateway.requests).not.toContain('GET /assets/card.js')
})

test('offline the entry is kept in the browser, and the page says so', async ({
  arrive,
  gateway,
  request,
}) => {
  const { slug } = await makeCard(request, card)
  const visitor = await arrive()
  await visitor.open(`/view/${slug}`)
  await fill(visitor)
  await loadScript(visitor)
  gateway.disconnect()
  await visitor.click('#exchange [type=submit]')
  await expect
    .poll(() => textOf(visitor, '#exchange [role=status]'))
    .toMatch(/^You are offline\. Your details are saved/)
  const kept = await visitor.run('return Object.keys(localStorage).join()')
  expect(kept).toContain(entry.email)
})

async function fill(visitor: Visitor): Promise<void> {
  await visitor.click('details:has(#exchange) > summary')
  await visitor.fill('#f-name', entry.name)
  await visitor.fill('#f-email', entry.email)
}

async function entries(request: APIRequestContext, id: number) {
  const { submissions } = CardReport.parse(await read(request, `/api/analytics/${id}`))
  return submissions.map(({ formData }) => formData)
}
