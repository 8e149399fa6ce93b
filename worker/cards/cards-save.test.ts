import { expect, test } from 'vitest'
import { Card } from '../../schema/cards/card.ts'
import { cardsPath, signIn, signInWithCard, statusAndText } from '../testing/app.ts'

test('PUT /api/business-cards/:id stores all fields of the card and ignores read-only ones', async () => {
  const { user, request, card, put } = await signInWithCard(1)
  const response = await request('PUT', put, {
    ...card,
    title: 'Countess',
    website: 'ada.example',
    profilePicture: 'https://pictures.example/ada.jpg',
    userId: 1,
    id: 1,
    user: { id: 1, accessLevel: 5 },
    createdAt: 'never',
    unknown: 'ignored',
  })
  const saved = Card.parse(await response.json())
  expect([response.status, response.headers.get('ETag')]).toEqual([200, '"v2"'])
  expect(saved).toMatchObject({
    id: card.id,
    userId: user.id,
    title: 'Countess',
    version: 2,
    user: { accessLevel: 1 },
    createdAt: card.createdAt,
  })
  expect(saved.customizations.website).toBe('ada.example')
  expect(saved.updatedAt > card.updatedAt).toBe(true)
})

test('PUT /api/business-cards/:id rejects a stale version, in the header or in the body', async () => {
  const { request, card, put } = await signInWithCard(1)
  const { version, ...whole } = card
  const stale = [412, 'This card was changed elsewhere. Reload it to see the changes.']
  expect((await request('PUT', put, whole, { 'If-Match': `"v${version}"` })).status).toBe(200)
  const other = { ...whole, name: 'Changed' }
  expect(await statusAndText(request('PUT', put, other, { 'If-Match': `"v${version}"` }))).toEqual(
    stale,
  )
  expect(await statusAndText(request('PUT', put, { ...other, version }))).toEqual(stale)
  expect((await request('PUT', put, whole, { 'If-Match': 'W/"v2"' })).status).toBe(200)
  expect((await request('PUT', put, whole, { 'If-Match': '*' })).status).toBe(200)
  expect((await request('PUT', put, whole)).status).toBe(200)
})

test('PUT /api/business-cards/:id retried after a lost response is no conflict', async () => {
  const { request, card, put } = await signInWithCard(1)
  const sent = { ...card, name: 'Changed' }
  for (const time of ['first', 'second']) {
    const response = await request('PUT', put, sent)
    expect([response.status, response.headers.get('ETag')], time).toEqual([200, '"v2"'])
  }
})

test('PUT /api/business-cards/:id rejects a new slug at level 1, and another owner at levels 2 and 3', async () => {
  const level1 = await signInWithCard(1)
  expect(
    await statusAndText(level1.request('PUT', level1.put, { ...level1.card, slug: 'a-new-slug' })),
  ).toEqual([403, 'Level 1 users cannot edit the card URL slug'])
  const level2 = await signInWithCard(2)
  const renamed = { ...level2.card, slug: `${level2.card.slug}-x` }
  expect((await level2.request('PUT', level2.put, renamed)).status).toBe(200)
  expect(await statusAndText(level2.request('PUT', level1.put, level1.card))).toEqual([
    403,
    "You don't have permission to edit this card",
  ])
  const admin = await signIn(4)
  const taken = { ...level1.card, slug: level2.card.slug }
  expect(await statusAndText(admin.request('PUT', level1.put, taken))).toEqual([
    409,
    'Slug already exists',
  ])
})

test('PUT /api/business-cards/:id names the rejected field in X-Error-Code', async () => {
  const [level1, level2, level3] = [
    await signInWithCard(1),
    await signInWithCard(2),
    await signInWithCard(3),
  ]
  const css = ({ card }: typeof level1, customCss: string) => ({
    ...card,
    customizations: { ...card.customizations, customCss },
  })
  const responses = [
    await level1.request('PUT', level1.put, { ...level1.card, slug: 'a-new-slug' }),
    await level2.request('PUT', level2.put, { ...level2.card, slug: level1.card.slug }),
    await level2.request('PUT', level2.put, css(level2, '.card { color: red }')),
    await level3.request('PUT', level3.put, css(level3, '.card { color: red')),
  ]
  expect(
    responses.map(({ status, headers }) => `${status} ${headers.get('X-Error-Code')}`),
  ).toEqual(['403 slug', '409 slug', '403 custom-css', '400 custom-css'])
})

test('PUT /api/business-cards/:id accepts CSS and embed codes from level 3 only', async () => {
  const css = {
    website: null,
    about: null,
    customCss: '.card { color: red }',
    pronouns: null,
    department: null,
  }
  const basic = await signInWithCard(2, { customizations: css, embedCodes: ['<script></script>'] })
  expect((await basic.request('PUT', basic.put, basic.card)).status).toBe(200)
  const { version: _, ...whole } = basic.card
  const refused = [403, 'Custom CSS and chatbot code require level 3 or above.']
  const changes = [{ embedCodes: [] }, { customizations: { ...css, customCss: '.card {}' } }]
  for (const change of changes) {
    expect(await statusAndText(basic.request('PUT', basic.put, { ...whole, ...change }))).toEqual(
      refused,
    )
  }
  const developer = await signInWithCard(3)
  const styled = { ...developer.card, embedCodes: ['<b>hi</b>'] }
  expect((await developer.request('PUT', developer.put, styled)).status).toBe(200)
})

test('PUT /api/business-cards/:id rejects invalid input with a plain sentence', async () => {
  const { request, card, put } = await signInWithCard(1)
  const picture = { url: `/images/${'b'.repeat(64)}-800.jpg` }
  const bad: [object, string][] = [
    [{ gallery: Array(9).fill(picture) }, 'A gallery holds at most 8 images'],
    [{ name: 'x'.repeat(101) }, 'Name must be at most 100 characters'],
    [{ socialLinks: { x: 'javascript:alert(1)' } }, 'Enter a link that starts with https://'],
    [{ profilePicture: 'data:image/png;base64,AA' }, 'Enter a link that starts with https://'],
    [{ customButtons: [{ text: '', url: 'https://a.test' }] }, 'Button label is required'],
    [{ slug: undefined }, 'The request is not in the expected format.'],
  ]
  for (const [change, sentence] of bad) {
    expect(await statusAndText(request('PUT', put, { ...card, ...change }))).toEqual([
      400,
      sentence,
    ])
  }
  const text = { 'Content-Type': 'text/plain' }
  expect((await request('PUT', put, JSON.stringify(card), text)).status).toBe(415)
  expect((await request('PUT', put, { ...card, about: 'x'.repeat(513 * 1024) })).status).toBe(413)
  expect((await request('PUT', `${cardsPath}/999999`, { ...card })).status).toBe(404)
  expect((await request('PUT', `${cardsPath}/999999`, {})).status).toBe(400)
})
