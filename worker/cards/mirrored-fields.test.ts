import { expect, test } from 'vitest'
import type * as z from 'zod/mini'
import { Card, type CardInput } from '../../schema/cards/card.ts'
import { request as anyone, makeCard, signIn } from '../testing/app.ts'
import { importArchive, makeArchive } from '../testing/card-archive.ts'

type Fields = Partial<z.input<typeof CardInput>>

const ada = { prefix: null, given: 'Ada', additional: null, family: 'Lovelace', suffix: null }
const kana = { phoneticGiven: 'エイダ', phoneticFamily: 'ラブレス' }
const none = { website: null, about: null, customCss: null, pronouns: null, department: null }

async function openCard(fields: Parameters<typeof makeCard>[0] = {}) {
  const { user, request } = await signIn(3)
  const { id } = await makeCard({ userId: user.id, ...fields })
  const path = `/api/business-cards/${id}`
  const read = async () => Card.parse(await (await request('GET', path)).json())
  const save = async (change: Fields) => {
    const { version: _, ...whole } = await read()
    const response = await request('PUT', path, { ...whole, ...change })
    expect([response.status, response.ok ? '' : await response.text()]).toEqual([200, ''])
    return Card.parse(await response.json())
  }
  const more = async (values: Fields['customizations'], change: Fields = {}) =>
    save({ ...change, customizations: { ...(await read()).customizations, ...values } })
  const contact = async () => (await anyone('GET', `/api/vcard/${id}`)).text()
  return { id, request, path, read, save, more, contact }
}

const withParts = (nameParts: object) => ({
  name: 'Ada Lovelace',
  customizations: { ...none, nameParts: { ...ada, ...nameParts } },
})

test('a new name replaces its parts, in the contact file too', async () => {
  const { save, contact } = await openCard(withParts(kana))
  const saved = await save({ name: 'Grace Hopper' })
  expect(saved.customizations.nameParts).toBeNull()
  const file = await contact()
  expect(file).toContain('FN:Grace Hopper\r\n')
  expect(file).toContain('N:Hopper;Grace;;;\r\n')
  expect(file).not.toMatch(/Ada|Lovelace|エイダ/)
})

test.each([
  ['Ada King', { ...kana, phoneticFamily: null, family: null, given: null }, 'N:King;Ada;;;'],
  ['Dr. Ada Lovelace', { ...kana, given: null }, 'N:Lovelace;Ada;;Dr.;'],
  ['Lovelace Ada', { ...kana, ...ada }, 'N:Lovelace;Ada;;;'],
])('renamed to %j, only readings of what is left stay', async (name, parts, line) => {
  const { save, contact } = await openCard(withParts(kana))
  expect((await save({ name })).customizations.nameParts).toMatchObject(parts)
  expect(await contact()).toContain(`${line}\r\n`)
})

test('parts that are changed together with the name are kept, those left over are not', async () => {
  const { more, contact } = await openCard(withParts({}))
  const parts = { ...ada, given: 'Grace Brewster', family: 'Hopper' }
  const saved = await more({ nameParts: parts }, { name: 'Grace Hopper' })
  expect(saved.customizations.nameParts).toMatchObject(parts)
  const half = { ...parts, prefix: 'Dr' }
  const renamed = await more({ nameParts: half }, { name: 'Dr Ana Silva' })
  expect(renamed.customizations.nameParts).toMatchObject({
    prefix: 'Dr',
    given: 'Ana',
    family: 'Silva',
  })
  expect(await contact()).toContain('N:Silva;Ana;;Dr;\r\n')
})

test('no save has the name of one person and the parts of another', async () => {
  const { more, contact } = await openCard({ name: 'Ada Byron' })
  await more({ nameParts: ada }, { name: 'Grace Hopper' })
  expect(await contact()).toContain('N:Hopper;Grace;;;\r\n')
  // A name can be in two scripts.
  const yamada = { ...ada, given: 'Taro', family: 'Yamada' }
  await more({ nameParts: yamada }, { name: '山田太郎' })
  expect(await contact()).toContain('N:Yamada;Taro;;;\r\n')
})

test('a name that was made of its parts follows them; another one does not', async () => {
  const { more } = await openCard(withParts({}))
  const changed = await more({ nameParts: { ...ada, family: 'King' } })
  expect(changed.name).toBe('Ada King')
  const known = await openCard({ ...withParts({ given: 'Augusta' }), name: 'Ada Lovelace' })
  const kept = await known.more({ nameParts: { ...ada, given: 'Augusta Ada' } })
  expect(kept).toMatchObject({
    name: 'Ada Lovelace',
    customizations: { nameParts: { given: 'Augusta Ada' } },
  })
})

test('a save of anything else changes no part, whatever it is', async () => {
  const parts = { given: 'Robert', family: 'Smith' }
  const { save } = await openCard({ ...withParts(parts), name: 'Bob' })
  const saved = await save({ title: 'Analyst' })
  expect(saved.customizations.nameParts).toMatchObject(parts)
})

test('the parts of a translated name follow it', async () => {
  const { read, save } = await openCard({ name: 'Ada' })
  await save({
    locales: { ja: { name: '山田 春香', nameParts: { ...ada, given: '春香', family: '山田' } } },
  })
  const { locales } = await read()
  const saved = await save({ locales: { ja: { ...locales.ja, name: '鈴木 一郎' } } })
  expect(saved.locales.ja).toEqual({ name: '鈴木 一郎' })
})

test.each(['phone', 'email'] as const)(
  'the labeled entry of the main %s follows it',
  async (field) => {
    const key = field === 'phone' ? 'phones' : 'emails'
    const [a, b, c] =
      field === 'phone'
        ? (['+1 212 555 0100', '+1 212 555 0101', '+1 212 555 0102'] as const)
        : (['a@x.test', 'b@x.test', 'c@x.test'] as const)
    const list = (first: string, second: string) => [
      { label: 'home' as const, value: first },
      { label: 'work' as const, value: second },
    ]
    const main = (value: string | null) => (field === 'phone' ? { phone: value } : { email: value })
    const others = (entries: ReturnType<typeof list>) =>
      field === 'phone' ? { phones: entries } : { emails: entries }
    const { save, more } = await openCard({
      ...main(a),
      customizations: { ...none, ...others(list(a, b)) },
    })
    expect((await save(main(c))).customizations[key]).toEqual(list(c, b))
    const edited = await more(others(list(a, b)))
    expect([edited[field], edited.customizations[key]]).toEqual([a, list(a, b)])
    const moved = await save(main(b))
    expect([moved[field], moved.customizations[key]]).toEqual([b, [{ label: 'work', value: b }]])
    const cleared = await save(main(null))
    expect([cleared[field], cleared.customizations[key]]).toEqual([null, []])
  },
)

test('the website of a save replaces the stored one, and a blank one removes it', async () => {
  const { save, more } = await openCard({
    customizations: { ...none, website: 'https://old.test' },
  })
  expect((await save({ website: 'new.test' })).customizations.website).toBe('new.test')
  expect((await more({ website: 'newer.test' })).customizations.website).toBe('newer.test')
  expect((await save({})).customizations.website).toBe('newer.test')
  expect((await save({ website: '' })).customizations.website).toBeNull()
})

test('the other About does not come back when About is changed or removed', async () => {
  const { save, more } = await openCard({ customizations: { ...none, about: 'The old text' } })
  const saved = await save({ about: 'The new text' })
  expect(saved).toMatchObject({ about: 'The new text', customizations: { about: null } })
  expect(await save({ about: '' })).toMatchObject({ about: null, customizations: { about: null } })
  await more({ about: 'Only there' }, { about: 'The new text' })
  const last = await more({ about: 'Changed there' })
  expect(last).toMatchObject({ about: 'Changed there', customizations: { about: null } })
})

test('an imported card does not keep the parts of the name before', async () => {
  const { id, request, contact } = await openCard(withParts(kana))
  const archive = makeArchive({
    name: 'Grace Hopper',
    customizations: { nameParts: { ...ada, ...kana } },
  })
  expect((await importArchive(request, id, archive)).status).toBe(200)
  expect(await contact()).toContain('N:Hopper;Grace;;;\r\n')
})

test('an imported card has what its archive has, whatever the card had before', async () => {
  const phones = [{ label: 'home' as const, value: '+1 212 555 0100' }]
  const { id, request, read } = await openCard({
    phone: '+1 212 555 0100',
    customizations: { ...none, phones },
  })
  const archive = makeArchive({ phone: '+1 212 555 0101', customizations: { phones } })
  expect((await importArchive(request, id, archive)).status).toBe(200)
  expect(await read()).toMatchObject({ phone: '+1 212 555 0101', customizations: { phones } })
})

test('a save that is repeated after a lost response is no conflict', async () => {
  const phones = [{ label: 'home' as const, value: '+1 212 555 0100' }]
  const { request, path, read } = await openCard({
    ...withParts(kana),
    phone: '+1 212 555 0100',
    customizations: { ...none, about: 'Old', phones, nameParts: { ...ada, ...kana } },
  })
  const sent = { ...(await read()), name: 'Grace Hopper', phone: '+1 212 555 0101', about: 'New' }
  const answers = []
  for (const _ of ['first', 'again']) {
    const response = await request('PUT', path, sent)
    answers.push([response.status, await response.text()])
  }
  expect(answers[1]).toEqual(answers[0])
  expect(answers[0]?.[0]).toBe(200)
})
