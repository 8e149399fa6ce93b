import { env } from 'cloudflare:workers'
import { expect, test, vi } from 'vitest'
import * as z from 'zod/mini'
import { reachFields } from '../schema/cards/reach.ts'
import { defaultPwaSettings, pwaLimits } from '../schema/pwa/pwa.ts'
import { placesOfACard } from '../trust/hostile-cards.ts'
import { hostileCards, payloadsFor } from '../trust/hostile-texts.ts'
import { database } from './platform/database.ts'
import { issueUnlockToken } from './public/viewer.ts'
import { savePwaSettings } from './pwa/settings.ts'
import { makeCard, makeUser, request, signIn } from './testing/app.ts'
import { settled } from './testing/background-work.ts'
import { openOutbox } from './testing/mail-outbox.ts'

vi.setConfig({ testTimeout: 300_000 })
const stored = hostileCards()

/** Whether a browser accepts the link as web, email or phone, without credentials in the URL. */
function isHarmless(address: string): boolean {
  const url = URL.parse(address, 'https://cards.test/view/ada')
  // No browser follows an invalid URL.
  if (!url) return true
  if (url.username || url.password) return false
  return ['https:', 'http:', 'mailto:', 'tel:', 'sms:'].includes(url.protocol)
}

test('a save rejects every URL that is not a web, email or phone link', async ({ task }) => {
  let cases = 0
  for (const { text } of payloadsFor(task, ['address'])) {
    // The writes of one user are limited to 120 a minute.
    const { user, request: send } = await signIn(5)
    const { id, slug } = await makeCard({ userId: user.id })
    for (const [place, fields] of Object.entries(linkPlaces(text))) {
      const response = await send('PUT', `/api/business-cards/${id}`, { slug, ...fields })
      const context = `${place} ${JSON.stringify(text)}`
      expect([200, 400], context).toContain(response.status)
      if (response.status === 200) expect(isHarmless(text), context).toBe(true)
      await response.body?.cancel()
      cases += 1
    }
  }
  task.meta.proves = { what: 'URLs × fields of a save', cases }
})

function linkPlaces(url: string): Record<string, object> {
  return {
    videoUrl: { videoUrl: url },
    socialLinks: { socialLinks: { linkedin: url } },
    customButtons: { customButtons: [{ text: 'Go', url }] },
    website: { website: url },
    'customizations.website': { customizations: { website: url } },
    gallery: { gallery: [{ url }] },
    ...Object.fromEntries(
      ['profilePicture', 'coverPhoto', 'logoUrl', 'faviconUrl'].map((key) => [key, { [key]: url }]),
    ),
  }
}

type Part = { name: string; attributes: [string, string][] }

/** The elements of a page as an independent HTML parser sees them, and the text of its JSON-LD. */
async function read(response: Response): Promise<{ parts: Part[]; linked: string }> {
  const parts: Part[] = []
  let linked = ''
  const rewriter = new HTMLRewriter()
    .on('*', {
      element: ({ tagName, attributes }) =>
        void parts.push({
          name: tagName,
          attributes: [...attributes].map(([name = '', value = '']) => [name, value]),
        }),
    })
    .on('script[type="application/ld+json"]', {
      text: (piece) => {
        linked += piece.text
      },
    })
  await rewriter.transform(response).text()
  return { parts, linked }
}

function decodeEntities(value: string): string {
  const signs: Record<string, string> = { lt: '<', gt: '>', quot: '"', '#x27': "'", amp: '&' }
  return value.replace(/&(\w+|#x27);/g, (whole, name) => signs[name] ?? whole)
}

const urlAttributes = new Set(['href', 'src', 'action', 'formaction', 'data-src', 'poster'])
// The first two are ours, and the script follows them only on click.
const knownAttributes =
  /^(?:class|id|lang|dir|rel|href|hreflang|src|srcset|sizes|alt|title|name|content|property|charset|type|value|method|action|for|required|pattern|maxlength|rows|tabindex|autocomplete|autofocus|hidden|target|width|height|loading|decoding|fetchpriority|role|aria-[a-z]+|data-[a-z]+|viewbox|fill|stroke[a-z-]*|d|x|y|r|rx|cx|cy|shape-rendering|fill-rule|command|commandfor|crossorigin|media)$/i

test('a page of hostile text has only our elements, attributes and URL schemes', async ({
  task,
}) => {
  const tried = payloadsFor(task)
  for (const payload of tried) {
    const { slug, id } = await stored(payload)
    const sent = new URLSearchParams({ cardId: `${id}`, nothing: '1', name: payload.text })
    for (const [path, ...posted] of [
      [`/view/${slug}?l=en`],
      [`/view/${slug}?l=ar`],
      [`/view/${slug}/thanks?l=ar`],
      [`/embed/map/${id}`],
      // The form without script, refused and filled in again.
      ['/api/form-submissions', `${sent}`, urlEncoded],
    ] as const) {
      const response = await request(posted.length ? 'POST' : 'GET', path, ...posted)
      const context = `${path} ${JSON.stringify(payload.text)}`
      expect(response.status, context).toBe(posted.length ? 400 : 200)
      await expectHarmless(response, payload.text, context)
    }
  }
  task.meta.proves = {
    what: 'payloads × fields of a card, parsed by another HTML parser',
    cases: tried.length * placesOfACard(),
  }
})

test('a page of hidden hostile text after an exchange has only our elements, attributes and URL schemes', async ({
  task,
}) => {
  const tried = payloadsFor(task)
  const hidden = reachFields.filter((field) => field !== 'formConfig')
  const visibility = JSON.stringify(Object.fromEntries(hidden.map((key) => [key, 'exchange'])))
  for (const payload of tried) {
    const { slug, id } = await stored(payload)
    await env.DB.prepare(
      "update business_cards set customizations = json_set(customizations, '$.visibility', json(?)) where id = ?",
    )
      .bind(visibility, id)
      .run()
    const token = issueUnlockToken(env, { cardId: id, via: 'exchange', at: Date.now() }, '')
    for (const language of ['en', 'ar']) {
      const path = `/view/${slug}?l=${language}`
      const response = await request('GET', path, undefined, { Cookie: `unlock=${token}` })
      const context = `${path} ${JSON.stringify(payload.text)}`
      expect(response.headers.get('Cache-Control'), context).toContain('no-store')
      await expectHarmless(response, payload.text, context)
    }
    await env.DB.prepare(
      "update business_cards set customizations = json_remove(customizations, '$.visibility') where id = ?",
    )
      .bind(id)
      .run()
  }
  task.meta.proves = {
    what: 'payloads × hidden fields after an exchange, parsed by another HTML parser',
    cases: 2 * tried.length * hidden.length,
  }
})

/** Expects only our elements, attributes and URL schemes, and structured data of the card. */
async function expectHarmless(response: Response, payload: string, context: string) {
  expect(response.headers.get('Content-Security-Policy'), context).toMatch(policy)
  const { parts, linked } = await read(response)
  for (const { name, attributes } of parts) {
    expect(name, context).toMatch(knownElements)
    for (const [key, value] of attributes) {
      expect(key, context).toMatch(knownAttributes)
      if (urlAttributes.has(key))
        expect(isHarmless(decodeEntities(value)), `${context}: ${key}=${value}`).toBe(true)
    }
  }
  if (linked)
    expect(JSON.parse(linked), context).toMatchObject({ name: payload, '@type': 'Person' })
}

const knownElements =
  /^(?:html|head|body|meta|title|link|script|style|div|a|svg|path|rect|circle|ellipse|g|header|main|article|p|h1|h2|h3|span|section|ul|li|button|small|img|picture|form|input|label|textarea|details|summary|address|footer|dialog|wbr|b|base|aside|nav)$/

const urlEncoded = { 'Content-Type': 'application/x-www-form-urlencoded' }

/** Directives in our order, with only keywords, hashes and hosts. */
const policy =
  /^(?:[a-z-]+(?: (?:'[a-z-]+'|'sha256-[\w+/=]+'|'nonce-[\w-]+'|script|data:|https:\/\/(?:\*\.)?[a-z0-9.-]+(?::\d+)?))*(?:; |$))+$/

test('an email has only its own headers, whatever a visitor or an owner wrote', async ({
  task,
}) => {
  const tried = payloadsFor(task)
  const { mails } = openOutbox()
  const owners = new Set<string>()
  let sent = 0
  for (const payload of tried) {
    // Emails to an owner are limited per day.
    const user = await makeUser()
    owners.add(user.email)
    const label = payload.text.slice(0, 120)
    const { id } = await makeCard({
      userId: user.id,
      formConfig: {
        fields: [{ key: 'name', label, required: false }],
        consent: null,
        thanks: null,
      },
    })
    const body = { cardId: id, formData: { name: payload.text.slice(0, 2000) } }
    const response = await request('POST', '/api/form-submissions', body, {
      'CF-Connecting-IP': `10.1.${payload.id >> 8}.${payload.id & 255}`,
    })
    if (response.status !== 201) expect(response.status, payload.text).toBe(400)
    else sent += 1
    await response.body?.cancel()
  }
  await settled()
  expect(mails).toHaveLength(sent)
  for (const { from, to, subject } of mails) {
    expect(owners.has(to)).toBe(true)
    expect(from).toBe('Edgecard <no-reply@example.com>')
    expect(subject).toMatch(/^[^\p{Cc}\p{Zl}\p{Zp}]+ sent you their details$/u)
  }
  expect(sent).toBeGreaterThan(tried.length / 2)
  task.meta.proves = { what: 'payloads in emails', cases: sent }
})

test('hostile settings change only the texts of the manifest and the app page', async ({
  task,
}) => {
  const tried = payloadsFor(task)
  const defaults = defaultPwaSettings('Edgecard', 'Edgecard')
  const plainPage = (await read(await request('GET', '/dashboard'))).parts
  const shape = (parts: Part[]) =>
    parts.map(({ name, attributes }) => [name, attributes.map(([key]) => key)])
  for (const { text } of tried) {
    const [appName, shortName, description] = Object.values(pwaLimits).map((max) =>
      text.slice(0, max).toWellFormed(),
    )
    if (!appName || !shortName || !description) throw new Error('There are three texts')
    await savePwaSettings(database(env.DB), { ...defaults, appName, shortName, description })
    const manifest = z
      .record(z.string(), z.unknown())
      .parse(await (await request('GET', '/manifest.webmanifest')).json())
    expect(manifest).toMatchObject({
      name: appName,
      short_name: shortName,
      description,
      start_url: '/dashboard',
    })
    const { parts } = await read(await request('GET', '/dashboard'))
    expect(shape(parts), text).toEqual(shape(plainPage))
  }
  await env.DB.exec('delete from pwa_settings')
  task.meta.proves = {
    what: "payloads in the manifest and the app's head",
    cases: 5 * tried.length,
  }
})
