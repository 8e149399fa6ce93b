import { expect, test } from 'vitest'
import { CustomButton } from '../../../../schema/cards/card-fields.ts'
import fieldCases from '../../../../test/field-cases/f15-invisible-characters.json' with {
  type: 'json',
}
import { readContactFile } from '../../../contact-details/contact-file.ts'
import { readSignature } from '../../../contact-details/signature.ts'
import { parseSocialUrl } from '../../../contact-details/social-url.ts'
import { checkRows, matchColumns } from '../../../users/batch/rows.ts'
import { accepts } from './read-import.ts'

function inputAt(place: string): string {
  return fieldCases.find(({ where }) => where === place)?.input ?? ''
}

/** Imports a vCard with this property. */
function imported(property: string) {
  const file = `BEGIN:VCARD\r\nVERSION:3.0\r\nFN:Ada King\r\n${property}\r\nEND:VCARD\r\n`
  return readContactFile(file)[0]?.values.find(({ target }) => target !== 'name')
}

test('marks around the phone of a WhatsApp link are removed', () => {
  const typed = inputAt('WhatsApp link in the editor')
  expect(parseSocialUrl('whatsapp', typed)).toBe('https://wa.me/447700900123')
})

test('an email of a contact file is accepted without what cannot be seen', () => {
  const value = imported(`EMAIL:${inputAt('email in an imported vCard')}`)
  expect(value?.text).toBe('ada@king.example')
  expect(value && accepts('email', value)).toBe(true)
})

test.each([
  ['URL:\u200ehttps://king.example/ada\u200b', 'website', 'https://king.example/ada'],
  ['URL:https://x.com/ada\u2060', 'social', 'https://x.com/ada'],
  [
    'X-SOCIALPROFILE;TYPE=linkedin:\u200bhttps://linkedin.com/in/ada\u200b',
    'social',
    'https://linkedin.com/in/ada',
  ],
  ['EMAIL:\u202aada@king.example\u202c', 'email', 'ada@king.example'],
] as const)('%j of a contact file is a %s, %s', (property, target, text) => {
  const value = imported(property)
  expect(value).toMatchObject({ target, text })
  expect(value && accepts(target, value)).toBe(true)
})

test('the link of a button is saved without what cannot be seen', () => {
  const url = inputAt('URL of a custom button')
  expect(CustomButton.parse({ text: 'Book', url }).url).toBe('https://north.example/book')
})

test('a user of a batch is valid without what cannot be seen in its cells', () => {
  const email = inputAt('email column of a batch file')
  const cells = ['\u200eann', 'Ann Lee\u200b', email, '1', '\ufeffann-lee', 'right horse\u200b']
  const header = ['username', 'fullName', 'email', 'accessLevel', 'cardSlug', 'password']
  const sheet = [header, cells].map((texts, at) => ({
    number: at + 1,
    cells: texts.map((text) => ({ text })),
  }))
  const { rows } = matchColumns(sheet)
  expect(rows[0]?.values).toEqual({
    ...{ username: 'ann', fullName: 'Ann Lee', email: 'ann@north.example' },
    // A password is kept exactly as typed.
    ...{ accessLevel: '1', cardSlug: 'ann-lee', password: 'right horse\u200b' },
  })
  const taken = { usernames: new Set<string>(), slugs: new Set<string>() }
  expect(checkRows(rows, { level: 4, taken }).map(({ errors }) => errors)).toEqual([{}])
})

test.each([
  ['as pasted', inputAt('pasted signature')],
  ['with zero-width spaces', inputAt('pasted signature').replaceAll(/\p{Cf}/gu, '\u200b')],
  ['with marks of direction', inputAt('pasted signature').replaceAll(/\p{Cf}/gu, '\u061c')],
])('a signature %s has two phones and no stray labels', (_, text) => {
  const values = readSignature(text)?.values ?? []
  const phones = values.filter(({ target }) => /phone/i.test(target ?? ''))
  expect(phones.map((phone) => [phone.text, phone.label])).toEqual([
    ['+44 7700 900123', 'mobile'],
    ['+44 20 7946 0155', 'work'],
  ])
  expect(values.filter(({ target }) => target === undefined)).toEqual([])
  expect(values.find(({ target }) => target === 'email')?.text).toBe('mara@north.example')
})
