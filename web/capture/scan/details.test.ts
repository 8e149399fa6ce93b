import { readFileSync } from 'node:fs'
import { expect, test } from 'vitest'
import { emptyDraft } from '../lead-draft.ts'
import { readCardText, readCodeText, withDetails } from './details.ts'

test('a vCard fills in the fields of a lead, and the rest becomes lines for the note', () => {
  const vcard = [
    ...['BEGIN:VCARD', 'VERSION:3.0', 'N:Hopper;Grace;;Dr;', 'FN:Dr Grace Hopper', 'TITLE:Admiral'],
    ...['ORG:Navy;Computing', 'TEL;TYPE=CELL:+1 206 555 0143', 'TEL;TYPE=FAX:+1 206 555 0000'],
    ...['EMAIL:grace@navy.example', 'EMAIL:second@navy.example', 'END:VCARD', ''],
  ]
  expect(readCodeText(vcard.join('\r\n'))).toEqual({
    answers: {
      ...{ name: 'Dr Grace Hopper', title: 'Admiral', company: 'Navy' },
      ...{ mobile: '+1 206 555 0143', email: 'grace@navy.example' },
    },
    lines: ['Computing', '+1 206 555 0000', 'second@navy.example'],
  })
})

test('a MeCard has the family name first, and escaped characters', () => {
  const code =
    'MECARD:N:Lovelace,Ada;ORG:Engines\\; Ltd;TEL:+44 20 7946 0000;EMAIL:ada@engines.example;;'
  expect(readCodeText(code).answers).toEqual({
    ...{ name: 'Ada Lovelace', company: 'Engines; Ltd' },
    ...{ phone: '+44 20 7946 0000', email: 'ada@engines.example' },
  })
})

test.each([
  ['https://cards.example/view/ada#qr', { website: 'https://cards.example/view/ada#qr' }],
  ['mailto:ada%40engines.example?subject=Hi', { email: 'ada@engines.example' }],
  ['tel:+442079460000', { phone: '+442079460000' }],
  ['+44 20 7946 0000', { phone: '+44 20 7946 0000' }],
  ['SMSTO:+442079460000:Hello', { phone: '+442079460000' }],
  ['MATMSG:TO:ada@engines.example;SUB:Hi;BODY:;;', { email: 'ada@engines.example' }],
  ['8100037', { code: '8100037' }],
  ['8100037;Ada;Lovelace', { code: '8100037;Ada;Lovelace' }],
  ['Ada Lovelace', { code: 'Ada Lovelace' }],
  ['javascript:alert(1)', { code: 'javascript:alert(1)' }],
  ['BEGIN:VCARD', { code: 'BEGIN:VCARD' }],
  [' ', {}],
])('%j is taken as it is', (code, answers) => {
  expect(readCodeText(code)).toEqual({ answers, lines: [] })
})

const texts: { text: string }[] = JSON.parse(
  readFileSync('test/field-cases/f29-qr-texts.json', 'utf8'),
)
const ada = { name: 'Ada King', email: 'ada@king.example' }

test.each(
  [
    [
      { ...ada, phone: '+442079460155' },
      ['+447700900123', 'office@king.example', 'Hall 3, stand B12'],
    ],
    [{ ...ada, phone: '+447700900123' }, []],
    [{ phone: '+44 20 7946 0155 x12' }, []],
    [{ email: 'ada@king.example' }, []],
  ].map(([answers, lines], at) => [texts[at]?.text ?? '', answers, lines] as const),
)('%j is read as what other programs write', (text, answers, lines) => {
  expect(readCodeText(text)).toEqual({ answers, lines })
})

test('recognized text is corrected where addresses suffer', () => {
  const text =
    'Nordlicht AG\n\nAnke Schröder\nGeschäftsführerin\n~ -\nTel. +49 40 3176 5520\nanke.schroeder © nordlicht . de\n'
  expect(readCardText(text)?.answers).toMatchObject({
    ...{ company: 'Nordlicht AG', name: 'Anke Schröder', title: 'Geschäftsführerin' },
    ...{ phone: '+49 40 3176 5520', email: 'anke.schroeder@nordlicht.de' },
  })
  expect(readCardText('~~ ee\nii . ,\n')).toBeUndefined()
})

test.each([
  ['Kenji Mori\nCEO\nmorill@mori.co Jp', 'mori11@mori.co.jp'],
  ['Ada Cell\nCEO\nada.cell@cells.example', 'ada.cell@cells.example'],
  ['Ada Cell\nCEO\nada_cell@cells example', 'ada_cell@cells.example'],
])('%j has the email %s', (text, email) => {
  expect(readCardText(text)?.answers.email).toBe(email)
})

test('what was typed stays, and what was read otherwise is noted once', () => {
  const draft = { ...emptyDraft(), note: 'Wants a demo' }
  draft.answers.company = 'US Navy'
  const found = { answers: { name: 'Grace', company: 'Navy' }, lines: ['Computing'] }
  const filled = withDetails(draft, found)
  expect(filled.answers).toMatchObject({ name: 'Grace', company: 'US Navy' })
  expect(filled.note).toBe('Wants a demo\nNavy\nComputing')
  expect(withDetails(filled, found)).toEqual(filled)
})
