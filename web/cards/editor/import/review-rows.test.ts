import { expect, test } from 'vitest'
import type { ImportedValue, Target } from '../../../contact-details/imported-contact.ts'
import { toDraft } from '../draft.ts'
import { makeCard } from '../testing.ts'
import {
  moveRow,
  proposeRows,
  type Row,
  replacedText,
  rowsToFields,
  targetChoices,
} from './review-rows.ts'

const card = makeCard({ name: 'Ada', title: 'Engineer', phone: '030 555 0100' })
const editing = { user: { accessLevel: 1 }, card, draft: toDraft(card) }

test('values go to their fields, and change nothing else of the draft', () => {
  const { draft } = editing
  const rows = proposeRows(
    [
      { target: 'name', text: 'Ada King' },
      { target: 'phone', text: '+44 20 7946 0123', label: 'work' },
      { target: 'morePhones', text: '+44 7700 900123', label: 'mobile' },
      { target: 'moreEmails', text: 'home@example.com', label: 'home' },
      { target: 'website', text: 'king.example' },
      { target: 'social', text: 'github.com/ada', network: 'github' },
      { target: 'button', text: 'https://cal.example/ada' },
      { text: 'Enchantress of Numbers' },
    ],
    editing,
  )
  expect(rows.map(({ target, reason }) => reason ?? target)).toEqual([
    'name',
    'phone',
    'morePhones',
    'moreEmails',
    'website',
    'social',
    'button',
    undefined,
  ])
  expect({ ...draft, ...rowsToFields(rows, draft) }).toEqual({
    ...draft,
    name: 'Ada King',
    phone: '+44 20 7946 0123',
    socialLinks: { github: 'https://github.com/ada' },
    customButtons: [
      { text: 'cal.example', url: 'https://cal.example/ada', backgroundColor: '#d9bd90' },
    ],
    customizations: {
      ...draft.customizations,
      website: 'king.example',
      nameParts: null,
      phones: [{ label: 'mobile', value: '+44 7700 900123' }],
      emails: [{ label: 'home', value: 'home@example.com' }],
    },
  })
  expect(draft).toEqual(toDraft(card))
})

test.each([
  ['on the card already', { target: 'name', text: 'Ada' }, /Already on your card/],
  ['a main phone as a further one', { target: 'morePhones', text: '030 555 0100' }, /Already/],
  ['a name of 101 letters', { target: 'name', text: 'a'.repeat(101) }, /not valid for Name/],
  ['no phone', { target: 'phone', text: 'call me' }, /not valid for Phone/],
  ['no email', { target: 'email', text: 'ada at example' }, /not valid for Email/],
  ['a script as website', { target: 'website', text: 'javascript:alert(1)' }, /not valid/],
  [
    'a script as social link',
    { target: 'social', text: 'javascript:x', network: 'x' },
    /not valid/,
  ],
  ['a network of markup', { target: 'social', text: 'https://a.example', network: '<b>' }, /valid/],
] satisfies [string, ImportedValue, RegExp][])('left out: %s', (_, value, reason) => {
  const rows = proposeRows([value], editing)
  expect(rows).toEqual([expect.objectContaining({ target: undefined })])
  expect(rows[0]?.reason).toMatch(reason)
  expect({ ...editing.draft, ...rowsToFields(rows, editing.draft) }).toEqual(editing.draft)
})

test('a field has room for its values only, and a field that a template locks for none', () => {
  const phones = Array.from({ length: 7 }, (_, at) => `030 555 020${at}`)
  const rows = proposeRows(
    phones.map((text): ImportedValue => ({ target: 'morePhones', text, label: 'work' })),
    editing,
  )
  expect(rows.filter(({ target }) => target)).toHaveLength(5)
  expect(rows[6]?.reason).toMatch(/no room/)
  const template = { id: 1, name: 'Team', rules: { title: 'locked' as const } }
  const locked = { ...editing, card: { ...card, template } }
  const [title] = proposeRows([{ target: 'title', text: 'Countess' }], locked)
  expect(title).toMatchObject({ target: undefined, reason: expect.stringMatching(/admin/) })
  expect(title && targetChoices(title, [title], locked)).not.toContain('title')
})

test('a value can be moved to the fields that accept it, and takes the place of another', () => {
  const rows = proposeRows(
    [
      { target: 'name', text: 'Northwind' },
      { target: 'company', text: 'Ada King' },
      { target: 'email', text: 'ada@northwind.example' },
    ],
    editing,
  )
  const [name, , email] = rows
  expect(name && targetChoices(name, rows, editing)).toEqual(
    expect.arrayContaining(['title', 'company', 'address']),
  )
  expect(name && targetChoices(name, rows, editing)).not.toContain('phone')
  const swapped = moveRow(rows, 0, 'company')
  expect(targetsOf(swapped)).toEqual(['company', 'name', 'email'])
  expect(targetsOf(moveRow(rows, 2, undefined))).toEqual(['name', 'company', undefined])
  expect(targetsOf(moveRow(rows, 0, 'email'))).toEqual(['email', 'company', 'name'])
  expect(email && replacedText(email, editing.draft)).toBe('ada@example.com')
})

function targetsOf(rows: Row[]): (Target | undefined)[] {
  return rows.map(({ target }) => target)
}
