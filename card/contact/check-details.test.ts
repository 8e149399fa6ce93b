import { readFileSync } from 'node:fs'
import { expect, test } from 'vitest'
import { findings, labelled, makeCard } from '../testing/checked-card.ts'
import { dialableNumber, telHref } from './phone.ts'

type Case = { phone: string; country?: string; where?: string; expected: [string] }
const field: Case[] = JSON.parse(readFileSync('test/field-cases/f31-country-code-fix.json', 'utf8'))

test.each(field.filter(({ country }) => country))(
  '$phone in $country becomes $expected',
  ({ phone, country, expected }) => {
    const fix = fixesOf({ phone }).find(({ label }) => label.endsWith(` ${country}`))
    expect(expected).toContain(fix?.change.phone)
  },
)

test.each(field.filter(({ where }) => where))(
  '$phone is dialed and stored as $expected',
  ({ phone, expected: [number] }) => {
    expect([telHref(phone), dialableNumber(phone)]).toEqual([`tel:${number}`, number])
  },
)

test('only countries are offered in which the number is valid', () => {
  const labels = fixesOf({ phone: '(812) 555-01-34' }).map(({ label }) => label)
  expect(labels).toContain('+7 Russia')
  expect(labels).not.toContain('+33 France')
})

test('without a country that can be added, the problem is only named', () => {
  const card = makeCard({ phone: '020 7946 0155 (ask for Ada at the desk)' })
  expect(findings(card).find(({ id }) => id === 'phone-code-main')).toEqual({
    id: 'phone-code-main',
    title: 'Phone without a country code',
    detail:
      '“020 7946 0155 (ask for Ada at the desk)” works only within its own country. Add the country code.',
    fixes: [],
  })
})

test('the countries of the other numbers and of the address come first', () => {
  const card = makeCard({
    phone: '020 7946 0155 (24/7)',
    address: '1 Main Street\nDublin, Ireland',
    customizations: { phones: [labelled('work', '0044 20 7946 0103')] },
  })
  const finding = findings(card).find(({ id }) => id === 'phone-code-main')
  expect(finding?.fixes[0]).toMatchObject({
    label: '+44 United Kingdom',
    change: { phone: '+44 20 7946 0155 (24/7)' },
  })
})

function fixesOf(fields: { phone: string }) {
  const finding = findings(makeCard(fields)).find(({ id }) => id === 'phone-code-main')
  return [...(finding?.fixes ?? []), ...(finding?.more?.options ?? [])]
}
