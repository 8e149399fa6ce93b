import { env } from 'cloudflare:workers'
import { eq } from 'drizzle-orm'
import { expect, test } from 'vitest'
import { Card } from '../../schema/cards/card.ts'
import { maxLanguages } from '../../schema/cards/card-texts.ts'
import { businessCards, cardLocales } from '../../schema/cards/tables.ts'
import { auditLog } from '../../schema/operations/tables.ts'
import { cardTemplates } from '../../schema/templates/tables.ts'
import { Trial } from '../../schema/templates/template.ts'
import { findIntegrityErrors } from '../operations/integrity-checks.ts'
import { db, makeCard, signIn, signInWithCard, statusAndText } from '../testing/app.ts'
import { createTemplate, runTemplate, waitForRun } from '../testing/templates.ts'

const spanish = { title: 'Condesa', about: 'Primera programadora' }

test('a translation is stored in the canonical form of its language, read, replaced and deleted', async () => {
  const { request, put } = await signInWithCard(1)
  const path = `${put}/locales/pt-br`
  const missing = [404, 'This card has no translation in this language.']
  expect(await statusAndText(request('GET', path))).toEqual(missing)
  const stored = await request('PUT', path, { fields: { ...spanish, company: '', title: ' x ' } })
  expect([stored.status, stored.headers.get('ETag')]).toEqual([200, '"v2"'])
  const translation = { locale: 'pt-BR', fields: { title: 'x', about: spanish.about } }
  expect(await stored.json()).toEqual(translation)
  expect(await (await request('GET', path)).json()).toEqual(translation)
  expect(await (await request('GET', put)).json()).toMatchObject({
    language: 'en',
    locales: { 'pt-BR': translation.fields },
    version: 2,
  })
  await request('PUT', path, { fields: { title: 'Condessa' } })
  expect(await (await request('GET', path)).json()).toEqual({
    locale: 'pt-BR',
    fields: { title: 'Condessa' },
  })
  const deleted = await request('DELETE', path)
  expect([deleted.status, deleted.headers.get('ETag')]).toEqual([204, '"v4"'])
  expect(await statusAndText(request('GET', path))).toEqual(missing)
})

test.each([
  ['x', spanish, 'Give the language as a BCP 47 tag such as pt-BR.'],
  ['en-a-bb', spanish, 'Give the language as a BCP 47 tag such as pt-BR.'],
  ['en', spanish, "The card's own texts are in this language. Change them there."],
  ['es', {}, 'Give at least one text, or delete the translation.'],
  ['es', { name: ' ' }, 'Give at least one text, or delete the translation.'],
  ['es', { title: 'x'.repeat(121) }, 'Title must be at most 120 characters'],
  ['es', { labels: { nothing: 'x' } }, 'The request contains an unknown field.'],
  ['es', { about: 'x'.repeat(10_000) }, 'About must be at most 4000 characters'],
  [
    'ja',
    { nameParts: { phoneticFamily: 'x'.repeat(101) } },
    'Phonetic family name must be at most 100 characters',
  ],
])('a translation in %s with %o is refused: %s', async (locale, fields, message) => {
  const { request, put } = await signInWithCard(1)
  const response = request('PUT', `${put}/locales/${locale}`, { fields })
  expect(await statusAndText(response)).toEqual([400, message])
})

test('a name has its phonetic and Latin spelling in each language', async () => {
  const { request, card, put } = await signInWithCard(1)
  const parts = { prefix: null, given: 'Ada', additional: null, family: null, suffix: null }
  const nameParts = { ...parts, phoneticGiven: 'AY-duh' }
  const customizations = { ...card.customizations, nameParts }
  expect((await request('PUT', put, { ...card, customizations })).status).toBe(200)
  const japanese = {
    phoneticGiven: 'エイダ',
    phoneticFamily: 'ラブレス',
    latinName: 'Ada Lovelace',
  }
  const fields = { name: 'エイダ・ラブレス', nameParts: japanese }
  expect((await request('PUT', `${put}/locales/ja`, { fields })).status).toBe(200)
  expect(await (await request('GET', put)).json()).toMatchObject({
    customizations: { nameParts },
    locales: { ja: { nameParts: japanese } },
  })
})

test('a card has at most six languages, whether saved one by one or together', async () => {
  const { request, card, put } = await signInWithCard(1)
  const languages = ['es', 'fr', 'de', 'it', 'nl'].slice(0, maxLanguages - 1)
  for (const language of languages)
    expect((await request('PUT', `${put}/locales/${language}`, { fields: spanish })).status).toBe(
      200,
    )
  const message = 'A card can have at most 6 languages. Remove one first.'
  const another = request('PUT', `${put}/locales/pl`, { fields: spanish })
  expect(await statusAndText(another)).toEqual([409, message])
  const locales = Object.fromEntries([...languages, 'pl'].map((language) => [language, spanish]))
  const { version: _, ...fields } = card
  expect(await statusAndText(request('PUT', put, { ...fields, locales }))).toEqual([400, message])
})

test('a translation is a part of the card: it has its version, and a save without locales keeps it', async () => {
  const { request, card, put } = await signInWithCard(1)
  const path = `${put}/locales/es`
  const stale = [412, 'This card was changed elsewhere. Reload it to see the changes.']
  const first = { 'If-Match': '"v1"' }
  expect((await request('PUT', path, { fields: spanish }, first)).status).toBe(200)
  // The retry of a request whose response was lost.
  expect((await request('PUT', path, { fields: spanish }, first)).status).toBe(200)
  const other = request('PUT', path, { fields: { title: 'Otra' } }, first)
  expect(await statusAndText(other)).toEqual(stale)
  expect(await statusAndText(request('DELETE', path, undefined, first))).toEqual(stale)
  const { version: _, locales: __, language: ___, ...fields } = card
  const saved = await request('PUT', put, { ...fields, title: 'Countess' })
  expect(await saved.json()).toMatchObject({ title: 'Countess', locales: { es: spanish } })
  const log = await db
    .select()
    .from(auditLog)
    .where(eq(auditLog.target, `card ${card.id}`))
  expect(log.map(({ action, details }) => [action, details.fields])).toEqual([
    ['translation-changed', ['locales']],
    ['card-changed', ['title']],
  ])
})

test('a save replaces the base language and all translations at once, without texts of what the card lacks', async () => {
  const { request, card, put } = await signInWithCard(1)
  const button = { text: 'Book', url: 'https://book.example', backgroundColor: '#d9bd90' }
  const texts = { buttons: { Book: 'Reservar', Gone: 'Ido' }, labels: { email: 'Correo' } }
  const response = await request('PUT', put, {
    ...card,
    customButtons: [button],
    language: 'ja',
    locales: { en: { name: 'Ada' }, es: texts, fr: { name: null } },
  })
  expect(Card.parse(await response.json())).toMatchObject({
    language: 'ja',
    locales: { en: { name: 'Ada' }, es: { buttons: { Book: 'Reservar' } } },
  })
  expect(await db.$count(cardLocales, eq(cardLocales.cardId, card.id))).toBe(2)
  const clash = await request('PUT', put, { slug: card.slug, language: 'es' })
  expect(await statusAndText(Promise.resolve(clash))).toEqual([
    400,
    "The card's own texts are in this language. Change them there.",
  ])
})

test('a locked field is locked in every language, and a template gives it its own texts', async () => {
  const admin = await signIn(4)
  const { id: after } = await makeCard()
  const owner = await signInWithCard(1)
  const template = await createTemplate(admin, { company: 'locked', title: 'hidden' })
  const stored = await db
    .select()
    .from(cardTemplates)
    .where(eq(cardTemplates.id, template.id))
    .get()
  const model = `/api/business-cards/${stored?.cardId}/locales`
  await admin.request('PUT', `${model}/es`, { fields: { company: 'Celosía', name: 'Modelo' } })
  const { name, rules, version } = template
  await admin.request('PUT', `/api/templates/${template.id}`, { name, rules, version })
  const es = `${owner.put}/locales/es`
  const before = { name: 'Ada', title: 'Condesa', company: 'Otra', buttons: {} }
  await owner.request('PUT', es, { fields: before })
  const job = { ...template, version: version + 1 }
  const trialPath = `/api/templates/${template.id}/trial?after=${after}&limit=1`
  const trial = Trial.parse(await (await admin.request('GET', trialPath)).json())
  expect(trial.cards[0]?.changes).toContainEqual({
    field: 'company',
    language: 'es',
    from: 'Otra',
    to: 'Celosía',
  })
  await runTemplate(admin, job)
  const applied = { name: 'Ada', company: 'Celosía' }
  expect(await (await owner.request('GET', es)).json()).toEqual({ locale: 'es', fields: applied })
  const change = (fields: object) => statusAndText(owner.request('PUT', es, { fields }))
  const locked = [403, 'Your admin manages these fields: Company.']
  expect(await change({ ...applied, company: 'Mía' })).toEqual(locked)
  expect(await change({ name: 'Ada' })).toEqual(locked)
  expect((await change({ ...applied, name: 'Ada L.' }))[0]).toBe(200)
  const fr = owner.request('PUT', `${owner.put}/locales/fr`, { fields: { company: 'La mienne' } })
  expect(await statusAndText(fr)).toEqual(locked)
})

test('undoing a run restores the texts in other languages', async () => {
  const admin = await signIn(4)
  const owner = await signInWithCard(1)
  const template = await createTemplate(admin, { company: 'locked' })
  const es = `${owner.put}/locales/es`
  const fields = { name: 'Ada', company: 'Mía' }
  await owner.request('PUT', es, { fields })
  await runTemplate(admin, template)
  expect(await (await owner.request('GET', es)).json()).toEqual({
    locale: 'es',
    fields: { name: 'Ada' },
  })
  await admin.request('POST', `/api/templates/${template.id}/job/undo`)
  await waitForRun(admin, template)
  expect(await (await owner.request('GET', es)).json()).toEqual({ locale: 'es', fields })
})

test('every write to a translation purges the page, and fsck reports one without a card', async () => {
  const card = await makeCard()
  const tags = async () => {
    const { results } = await env.DB.prepare('delete from purge_outbox returning tag').all()
    return results.map(({ tag }) => tag)
  }
  await tags()
  const row = { cardId: card.id, locale: 'es', fields: spanish }
  await db.insert(cardLocales).values(row)
  expect(await tags()).toEqual([`c:${card.id}`])
  await db.update(cardLocales).set({ fields: { title: 'Otra' } })
  expect(await tags()).toContain(`c:${card.id}`)
  const broken = async () =>
    (await findIntegrityErrors(env)).find(({ rule }) => rule.startsWith('every translation'))
      ?.broken
  expect(await broken()).toBe(0)
  await db.delete(businessCards).where(eq(businessCards.id, card.id))
  expect(await broken()).toBe(1)
  await db.delete(cardLocales).where(eq(cardLocales.cardId, card.id))
  expect(await tags()).toEqual([`c:${card.id}`])
})
