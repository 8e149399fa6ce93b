import fc from 'fast-check'
import { expect, test } from 'vitest'
import fieldCases from '../test/field-cases/f16-initials.json' with { type: 'json' }
import { initials } from './initials.ts'

test.each(fieldCases)('initials of $name', ({ name, initials: expected }) => {
  expect(expected).toContain(initials(name))
})

test.each([
  ['Alex Carter', 'AC'],
  ['ada', 'AD'],
  ['Dr. Ada King Lovelace', 'AL'],
  ['(Ada) "the" Lovelace!', 'AL'],
  ['élodie Ångström', 'ÉÅ'],
  ['山田太郎', '山田'],
  ['𠮷野 家', '𠮷家'],
  ['🙂 🙃', 'AC'],
  ['x', 'X'],
  ['   ', 'AC'],
  ['', 'AC'],
  [null, 'AC'],
  ['Prof. Dr. med. Jan Roth', 'JR'],
  ['Dipl.-Ing. Eva Weiß', 'EW'],
  ['Sir Ada King OBE FRS', 'AK'],
  ['Ada King | CEO', 'AK'],
  ['Ada King – Head of Sales', 'AK'],
  ['Ada King [they/them]', 'AK'],
  ['Ada King, she/her', 'AK'],
  ['Grace Hopper, PhD, MBA', 'GH'],
  ['Dr. Ada', 'AD'],
  ['Dr.', 'DR'],
  ['Don Draper', 'DD'],
  ['Jack Ma', 'JM'],
  ['Lovelace, Ada', 'LA'],
  ['Jean-Luc Picard', 'JP'],
  ['Anne-Marie', 'AM'],
  ['O’Connor', 'OC'],
  ['ნინო', 'ნი'],
  ['ǆamija ﬁona', 'Ǆﬁ'],
  ['नरेंद्र मोदी', 'नमो'],
])('initials of %j are %s', (name, letters) => {
  expect(initials(name)).toBe(letters)
})

test('initials never split a character', () => {
  fc.assert(
    fc.property(anyText, (name) => {
      expect(initials(name).isWellFormed()).toBe(true)
      expect(initials(name)).not.toBe('')
    }),
  )
})

// fast-check's own `binary` strings take seconds to prepare.
const anyText = fc
  .array(fc.integer({ min: 0, max: 0x10ffff }).filter((point) => point < 0xd800 || point > 0xdfff))
  .map((points) => String.fromCodePoint(...points))
