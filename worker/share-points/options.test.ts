import { expect, test } from 'vitest'
import { SharePoint } from '../../schema/share-points/share-point.ts'
import { origin, request, signInWithCard, statusAndText } from '../testing/app.ts'

type Owner = Awaited<ReturnType<typeof signInWithCard>>

async function create(owner: Owner, fields: object = {}): Promise<SharePoint> {
  const body = { label: 'Booth 12; "Hall 3", <b>', kind: 'booth', ...fields }
  const path = `/api/business-cards/${owner.card.id}/share-points`
  return SharePoint.parse(await (await owner.request('POST', path, body)).json())
}

const today = new Intl.DateTimeFormat('en-US', { dateStyle: 'long', timeZone: 'UTC' })

/** The unescaped note of a contact file. */
async function noteOf(path: string, headers: Record<string, string> = {}) {
  const response = await request('GET', path, undefined, headers)
  expect(response.status).toBe(200)
  const line = /^NOTE:(.*)$/m.exec((await response.text()).replaceAll('\r\n ', ''))?.[1] ?? ''
  return line
    .trim()
    .replace(/\\([,;\\])/g, '$1')
    .split('\\n')
}

test('a contact saved through a share point notes where and when, if its owner wants it', async () => {
  const owner = await signInWithCard(1, { about: 'I build engines.' })
  const file = `/api/vcard/${owner.card.id}`
  const point = await create(owner, { metNote: true })
  const met = `Met at ${point.label}, ${today.format()}`
  expect(point.metNote).toBe(true)
  expect(await noteOf(`${file}?s=${point.code}`)).toEqual([met, 'I build engines.'])
  expect(await noteOf(`${file}?s=${point.code}&v=outlook`)).toContain(met)
  // Without script the link has no code.
  expect(await noteOf(file, { Referer: `${origin}/s/${point.code}` })).toContain(met)
  await owner.request('PATCH', `/api/share-points/${point.id}`, { metNote: false })
  expect(await noteOf(`${file}?s=${point.code}`)).toEqual(['I build engines.'])
})

test('every other source gets the plain contact file', async () => {
  const [owner, other] = [await signInWithCard(1), await signInWithCard(1)]
  const file = `/api/vcard/${owner.card.id}`
  const plain = await request('GET', file)
  const silent = await create(owner)
  const foreign = await create(other, { metNote: true })
  for (const source of [silent.code, foreign.code, 'ZZZZZZ', 'abcdef', 'Met here', "'--", '']) {
    const same = await request('GET', `${file}?s=${encodeURIComponent(source)}`)
    expect([source, same.headers.get('ETag')]).toEqual([source, plain.headers.get('ETag')])
  }
  for (const page of [`https://elsewhere.test/s/${foreign.code}`, `${origin}/view/x`]) {
    const same = await request('GET', file, undefined, { Referer: page })
    expect(same.headers.get('ETag')).toBe(plain.headers.get('ETag'))
  }
})

test('a style is kept with its share point, unless cameras would fail to read it', async () => {
  const owner = await signInWithCard(1)
  const point = await create(owner)
  expect(point.style).toBeNull()
  const path = `/api/share-points/${point.id}`
  const style = {
    ...{ dark: '#1a2fe0', light: '#ffffff', shape: 'rounded', frame: 'Scan me', logo: 'photo' },
  }
  const patch = (body: object) => owner.request('PATCH', path, body)
  expect(SharePoint.parse(await (await patch({ style })).json()).style).toEqual(style)
  for (const [changes, message] of [
    [{ dark: '#9a9a9a' }, /^The contrast is 2\.8:1\./],
    [{ dark: '#ffffff', light: '#000000' }, /Swap the two colors\.$/],
    [{ dark: 'red' }, /^Enter a color such as/],
    [{ frame: 'x'.repeat(33) }, /^Frame text must be at most 32 characters$/],
    [{ shape: 'round' }, /./],
    [{ logo: 'https://elsewhere.test/logo.png' }, /./],
    [{ script: 'x' }, /unknown field/],
  ] as const) {
    const [status, text] = await statusAndText(patch({ style: { ...style, ...changes } }))
    expect([status, text]).toEqual([400, expect.stringMatching(message)])
  }
  const list = `/api/business-cards/${owner.card.id}/share-points`
  expect(await (await owner.request('GET', list)).json()).toMatchObject([{ style }])
  // The files of the API stay black on white.
  const svg = await (await owner.request('GET', `${path}/qr.svg`)).text()
  expect(svg).not.toContain('1a2fe0')
  expect(SharePoint.parse(await (await patch({ style: null })).json()).style).toBeNull()
})
