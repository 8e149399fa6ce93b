import { env } from 'cloudflare:workers'
import { expect, test } from 'vitest'
import { screens } from '../../schema/screens.ts'
import { hashPassword } from '../accounts/passwords.ts'
import { redirectToHttps } from '../http/headers.ts'
import { makeCard, signIn } from '../testing/app.ts'
import { brokenDatabase, send, site } from '../testing/https-request.ts'
import { directivesOf, scoreOf } from '../testing/observatory.ts'

/** Every HTML page of the worker, with its path or a description. */
async function htmlPages(): Promise<[string, Response][]> {
  const card = await makeCard({ address: '12 St James’s Square', videoUrl: 'https://vimeo.com/1' })
  const owner = await signIn(3)
  const styled = await makeCard({ userId: owner.user.id, customizations: withCss })
  const paused = await makeCard({ state: 'paused' })
  const headers = { Cookie: owner.cookie.replace('sid=', '__Host-sid=') }
  const paths = [
    '/',
    '/nothing',
    ...Object.values(screens).map(({ path }) => path.replace(/:\w+/, '7')),
    ...['', '/thanks'].map((rest) => `/view/${card.slug}${rest}`),
    `/view/${paused.slug}`,
    '/view/nobody-here',
    `/embed/map/${card.id}`,
    '/api/docs',
  ]
  const get = (path: string, sent = {}) => send({ method: 'GET', path, ...sent })
  const responses = paths.map(async (path) => [path, await get(path)] as const)
  const { error } = console
  console.error = () => {}
  const failed = await send({ method: 'GET', path: '/view/never-seen' }, { DB: brokenDatabase })
  console.error = error
  return [
    ...(await Promise.all(responses)).map(([path, response]): [string, Response] => [
      path,
      response,
    ]),
    ['a card that cannot be read', failed],
    ['a card with CSS of its owner', await get(`/view/${styled.slug}`, { headers })],
  ]
}

const withCss = {
  website: null,
  about: null,
  customCss: '.bc-name { color: red }',
  pronouns: null,
  department: null,
}

test('every page runs only scripts its policy names, and scores 125 or more', async ({ task }) => {
  const pages = await htmlPages()
  const scores = new Map<string, number>()
  for (const [path, response] of pages) {
    expect(response.headers.get('Content-Type'), path).toMatch(/^text\/html/)
    const html = await response.text()
    const policy = directivesOf(response.headers)
    expect([...policy.values()].flat().join(' '), path).not.toMatch(/unsafe|\*(?!\.)|http:/)
    expect(policy.get('base-uri'), path).toEqual(["'none'"])
    for (const name of ['form-action', 'frame-ancestors', 'script-src'])
      expect((policy.get(name) ?? policy.get('default-src'))?.join(), path).toMatch(
        /^'(?:none|self)'$|^'sha256-[^']+','self'$/,
      )
    expect(html.match(/<script(?![^>]*\bsrc=)(?![^>]*ld\+json)/g) ?? [], path).toHaveLength(
      policy.get('script-src')?.[0]?.startsWith("'sha256-") ? 1 : 0,
    )
    const recorded = { url: site + path, headers: response.headers, html, redirectsToHttps: true }
    const { score, findings } = scoreOf(recorded)
    expect(score, `${path} ${JSON.stringify(findings)}`).toBeGreaterThanOrEqual(125)
    scores.set(path, score)
  }
  const [least, most] = [Math.min(...scores.values()), Math.max(...scores.values())]
  const note = `${least} to ${most} points; the sandboxed chat is not scored`
  task.meta.proves = { what: 'pages that score 125 or more', cases: scores.size, note }
})

test('removing any header lowers the score of a page', async () => {
  const { slug } = await makeCard()
  const response = await send({ method: 'GET', path: `/view/${slug}` })
  const url = `${site}/view/${slug}`
  const whole = {
    url,
    headers: response.headers,
    html: await response.text(),
    redirectsToHttps: true,
  }
  const { score } = scoreOf(whole)
  for (const name of [
    'Content-Security-Policy',
    'Strict-Transport-Security',
    'Referrer-Policy',
    'X-Content-Type-Options',
    'Cross-Origin-Resource-Policy',
  ]) {
    const headers = new Headers(response.headers)
    headers.delete(name)
    expect(scoreOf({ ...whole, headers }).score, name).toBeLessThan(score)
  }
  expect(scoreOf({ ...whole, redirectsToHttps: false }).score).toBeLessThan(125)
})

test('sign-in cookies over https are Secure and SameSite, and secret ones HttpOnly', async () => {
  const { user } = await signIn(1, { password: await hashPassword('long enough', env.PEPPER) })
  const body = { username: user.username, password: 'long enough' }
  const response = await send({ method: 'POST', path: '/api/login', body })
  expect(response.status).toBe(200)
  const cookies = response.headers.getSetCookie()
  expect(cookies.find((one) => one.startsWith('__Host-sid='))).toMatch(/HttpOnly/)
  const recorded = { url: site, headers: response.headers, html: '', redirectsToHttps: true }
  const { findings } = scoreOf(recorded)
  expect(findings).toContainEqual({ rule: 'Cookies', points: 5 })
})

test('http redirects to https at the same URL, except on localhost', async () => {
  const here = 'http://cards.test/view/ada?a=b'
  const there = { ...env, PUBLIC_ORIGIN: 'https://cards.test', PAGE_CACHE: 'off' }
  const response = redirectToHttps(new Request(here, { method: 'POST' }), there)
  expect([response?.status, response?.headers.get('Location')]).toEqual([
    308,
    'https://cards.test/view/ada?a=b',
  ])
  for (const [url, bindings] of [
    [here.replace('http:', 'https:'), there],
    [here, { ...there, PAGE_CACHE: 'local' }],
    [here, { ...there, PUBLIC_ORIGIN: '' }],
  ] as const)
    expect(redirectToHttps(new Request(url), bindings)).toBeUndefined()
})
