import { readFileSync } from 'node:fs'
import { expect, test } from 'vitest'
import { Email } from '../../schema/text.ts'
import { readContactFile } from './contact-file.ts'
import { emailAddressIn } from './email-address.ts'

test.each([
  ['ada@king.example', 'ada@king.example'],
  ['"King, Ada" <ada@king.example>', 'ada@king.example'],
  ['<mailto:ada@king.example>', 'ada@king.example'],
  ['ada@king.example (Ada King)', 'ada@king.example'],
  ['mailto:ada@king.example?subject=Hi', 'ada@king.example'],
  ['ada@king.example;', 'ada@king.example'],
  ['\u200eada@king.example\u00ad', 'ada@king.example'],
  ['nobody', 'nobody'],
])('the address in %j is %s', (value, address) => {
  expect(emailAddressIn(value)).toBe(address)
})

test('the email of a contact file is accepted although there is a name before it', () => {
  const file = readFileSync('test/field-cases/f34-email-with-name.vcf', 'utf8')
  expect(emailsIn(file)).toEqual(['ida@quay.example'])
})

test('the email of a contact file is accepted although there is an invisible character in it', () => {
  const cases: { where: string; input: string }[] = JSON.parse(
    readFileSync('test/field-cases/f15-invisible-characters.json', 'utf8'),
  )
  const input = cases.find(({ where }) => where === 'email in an imported vCard')?.input
  const file = `BEGIN:VCARD\nVERSION:3.0\nFN:Ada King\nEMAIL:${input}\nEND:VCARD\n`
  expect(emailsIn(file)).toEqual(['ada@king.example'])
})

/** The addresses that a card accepts. */
function emailsIn(file: string): string[] {
  return readContactFile(file)
    .flatMap(({ values }) => values)
    .filter(({ target, text }) => target === 'email' && Email.safeParse(text).success)
    .map(({ text }) => text)
}
