import { createExecutionContext } from 'cloudflare:test'
import { env } from 'cloudflare:workers'
import { expect, test } from 'vitest'
import { version } from '../../package.json'
import { app } from '../app.ts'
import { makeCard, origin, request } from '../testing/app.ts'

async function page(vars: object = {}, path = '/privacy') {
  const response = await app.request(
    `${origin}${path}`,
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
  [{}, ['Google Wallet', 'Apple'], []],
  [{ GOOGLE_WALLET_KEY: '', APPLE_WALLET_KEY: '' }, [], ['Google Wallet', 'Apple']],
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

const annex = (vars: object = {}) => page(vars, '/privacy/annex')

test('the annex has the release, every retention and recipient of the privacy page, and where data is stored', async () => {
  const vars = { EVENT_RETENTION_DAYS: '90', BACKUPS_KEPT: '3', OPERATOR: 'Cards <Ltd>' }
  const text = await annex({ ...vars, EMAIL_API_KEY: 'key', EMAIL_API_URL: 'https://mail.test/' })
  const privacy = await page(vars)
  const [retention = ''] = /<table>.*?<\/table>/s.exec(privacy) ?? []
  expect(retention).toContain('90 days')
  expect(text).toContain(retention)
  for (const part of [`release ${version}`, 'Cards &lt;Ltd&gt;', 'mail.test', 'and 3 are kept'])
    expect(text).toContain(part)
  expect(await annex({ EMAIL_API_KEY: '' })).not.toContain('delivers the emails')
})

test.each([
  ['eu', 'Only in the European Union'],
  ['us', 'Only in the United States'],
  [undefined, 'not restricted'],
])(
  'with the jurisdiction %s the annex says where data is stored: %s',
  async (jurisdiction, where) => {
    const text = await annex({ JURISDICTION: jurisdiction })
    expect(text).toContain(where)
    // Requests, caches, logs and email take no jurisdiction.
    expect(text.match(/worldwide|Worldwide|provider under 3/g)?.length).toBe(5)
  },
)

test('GET /privacy/annex runs no script, and the privacy page links to it', async () => {
  const response = await request('GET', '/privacy/annex')
  expect(response.headers.get('Content-Security-Policy')).toMatch(/^default-src 'none'; style-src/)
  expect(await response.text()).not.toContain('<script')
  expect(await page()).toContain('href="/privacy/annex"')
})
