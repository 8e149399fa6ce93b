import { createExecutionContext } from 'cloudflare:test'
import { env } from 'cloudflare:workers'
import { expect, test } from 'vitest'
import { app } from '../app.ts'
import { makeCard, origin, request } from '../testing/app.ts'

async function page(vars: object = {}) {
  const response = await app.request(
    `${origin}/privacy`,
    {},
    { ...env, ...vars },
    createExecutionContext(),
  )
  return (await response.text()).replaceAll('<!-- -->', '')
}

test('GET /privacy describes the configuration, for every visitor', async () => {
  const response = await request('GET', '/privacy')
  expect([response.status, response.headers.get('Cache-Control')]).toEqual([200, 'no-cache'])
  expect(response.headers.get('Content-Security-Policy')).toMatch(
    /^default-src 'none'; style-src 'sha/,
  )
  expect(response.headers.getSetCookie()).toEqual([])
  const standard = await page()
  for (const text of [
    '400 days',
    '730 days',
    '48 hours after its day',
    'no part of your IP address',
    'last 14 nights',
    'support@example.com',
  ])
    expect(standard).toContain(text)
  const other = await page({
    ...{ EVENT_RETENTION_DAYS: '90', BACKUPS_KEPT: '3', SUPPORT_EMAIL: 'privacy@cards.test' },
    ...{ OPERATOR: 'Cards <Ltd>, Berlin', PRODUCT_NAME: 'Other' },
  })
  for (const text of [
    '90 days',
    'last 3 nights',
    'privacy@cards.test',
    'Cards &lt;Ltd&gt;',
    'Other',
  ])
    expect(other).toContain(text)
  for (const text of ['400 days', 'support@', 'Edgecard']) expect(other).not.toContain(text)
})

test.each([
  [{ EMAIL_API_KEY: '' }, [], ['outbox.test']],
  [{ EMAIL_API_KEY: 'key', EMAIL_API_URL: 'https://api.mail.test/v1' }, ['api.mail.test'], []],
  [
    { EMAIL_API_KEY: 'key', EMAIL_API_URL: 'http://127.0.0.1:34139/emails' },
    ['keeps them in a folder'],
    ['127.0.0.1', 'delivers the emails'],
  ],
  [{ EMAIL: { send: () => {} } }, ['Cloudflare Email'], ['outbox.test']],
  [{ GEOCODER_URL: 'https://geo.test/search' }, ['geo.test'], []],
  [{ GEOCODER_URL: '' }, [], ['looks up the map coordinates']],
  [{ GOOGLE_MAPS_API_KEY: 'key' }, ['Google Maps'], ['tile.openstreetmap.org']],
  [{ GOOGLE_MAPS_API_KEY: '' }, ['tile.openstreetmap.org'], ['Google Maps']],
])('GET /privacy names the recipients of data with %j', async (vars, named, unnamed) => {
  const text = await page(vars)
  for (const name of named) expect(text).toContain(name)
  for (const name of unnamed) expect(text).not.toContain(name)
})

test('every card links to the privacy page', async () => {
  const { slug } = await makeCard()
  expect(await (await request('GET', `/view/${slug}`)).text()).toContain('href="/privacy"')
})
