import { expect, test } from 'vitest'
import fieldCases from '../../test/field-cases/f33-country-of-address.json' with { type: 'json' }
import { countryIn } from './address-country.ts'

test.each(fieldCases)('the country of $address', ({ address, expected }) => {
  expect(expected).toContain(countryIn(address)?.name ?? null)
})

test.each([
  ['Friedrichstr. 1\n10117 Berlin, Deutschland', 'Germany'],
  ['Friedrichstr. 1\n10117 Berlin\nGERMANY', 'Germany'],
  ['Friedrichstr. 1, 10117 Berlin Germany', 'Germany'],
  ['10117 Berlin Germany', 'Germany'],
  ['Berlin\nGermany\nVAT DE123456789', 'Germany'],
  ['Graben 1, 1010 Wien, OSTERREICH', 'Austria'],
  ['İstiklal Cd. 1, İstanbul, Türkiye', 'Turkey'],
  ['istiklal cd. 1, istanbul, türkıye', 'Turkey'],
  ['Av. Reforma 1, 06600 CDMX, Mexico', 'Mexico'],
  ['Av. Reforma 1, 06600 CDMX, MÉXICO.', 'Mexico'],
  ['350 Fifth Ave, New York, NY 10118, USA', 'United States'],
  ['12 Canyon Road, Santa Fe, New Mexico 87501, United States', 'United States'],
  ['1 George St, Sydney NSW 2000, Australia', 'Australia'],
  ['1 George St, Sydney NSW 2000 Australia', 'Australia'],
  ['10 Downing St, London SW1A 2AA, United Kingdom', 'United Kingdom'],
  ['10 Downing St, London, United Kingdom SW1A 2AA', 'United Kingdom'],
  ['1 High St, Belfast, Northern Ireland', 'United Kingdom'],
  ['1 Main St, Cork, Republic of Ireland', 'Ireland'],
  ['Dam 1, 1012 JS Amsterdam, The Netherlands', 'Netherlands'],
  ['1 Orchard Rd, Singapore 238823', 'Singapore'],
  ['1-1 Chiyoda, Tokyo 100-0001, Japan', 'Japan'],
  ['Japan\nTokyo 100-0001\n1-1 Chiyoda', 'Japan'],
  ['Khreshchatyk 1, Kyiv, Ukraine, 01001', 'Ukraine'],
  ['Sheikh Zayed Road, Dubai', 'United Arab Emirates'],
  ['1 Sejong-daero, Seoul, South Korea', 'South Korea'],
  ['Italia', 'Italy'],
])('the country of %j is %s', (address, name) => {
  expect(countryIn(address)?.name).toBe(name)
})

test.each([
  '',
  '1 George St, Sydney, New South Wales',
  '1 George St, Sydney, New South Wales 2000',
  '1 Main St, Mexico, Missouri 65265',
  '1 Main St, Peru, Indiana',
  '1 Main St, Norway, ME 04268',
  'Avenida Brasil 1500, Lisboa',
  '1500 Avenida Brasil',
  'Edificio Norte, Plaza de España',
  'Rue de Belgique 5, 69000 Lyon',
  '5 Rue de France',
  'Via Argentina, 00198 Roma',
  'Little Italy, Toronto',
  'Germany Street 5, Leeds',
  'India House, 1 Hanover Sq, New York, NY 10004',
  'Pyongyang, North Korea',
  'Taipei, Republic of China',
  'Bogen 5, Bank of China',
])('no country is guessed from %j', (address) => {
  expect(countryIn(address)).toBeUndefined()
})
