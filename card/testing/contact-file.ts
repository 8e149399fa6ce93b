/** Test fixtures: contact files of sample cards, and three independent parsers. */
import ICAL from 'ical.js'
import Vcf from 'vcf'
import { expect } from 'vitest'
import { blankCard } from '../../schema/cards/blank-card.ts'
import { PublicCard } from '../../schema/cards/card.ts'
import { type ContactOptions, contactFile, contactFileMax } from '../contact/vcard.ts'

type Fields = Partial<Omit<PublicCard, 'customizations'>> & { customizations?: object }

/** Returns a public card with only these fields. */
export function makeCard(fields: Fields = {}): PublicCard {
  return PublicCard.parse({
    ...blankCard,
    id: 7,
    slug: 'ada',
    name: 'Ada Lovelace',
    updatedAt: '2026-11-21T09:00:00.123Z',
    ...fields,
    formConfig: {},
    customizations: fields.customizations ?? {},
  })
}

/** The UID of every card written here. */
export const uid = '0b0e4c1e-6c0f-4f0e-9f0a-2f8d0e6d4a11'

/** Returns the contact file of a card with these fields. */
export function write(fields: Fields = {}, options: Partial<ContactOptions> = {}): string {
  return contactFile(makeCard(fields), { uid, url: 'https://cards.test/view/ada', ...options })
}

/** Returns the unfolded lines. */
export function linesOf(file: string): string[] {
  return file.replaceAll('\r\n ', '').trimEnd().split('\r\n')
}

/** Returns the first unfolded line with this prefix. */
export function lineOf(file: string, start: string): string | undefined {
  return linesOf(file).find((line) => line.startsWith(start))
}

/**
 * Parses like Android's importer (AOSP `VCardParserImpl_V30`): joins continuation lines, skips
 * blank lines, rejects a line without a colon, drops groups and unescapes by RFC 2426.
 */
export function readAsAndroid(file: string) {
  const lines: string[] = []
  for (const line of file.split('\r\n')) {
    if (/^[ \t]/.test(line)) lines.push((lines.pop() ?? '') + line.slice(1))
    else if (line.trim() !== '') lines.push(line)
  }
  if (lines.shift() !== 'BEGIN:VCARD' || lines.pop() !== 'END:VCARD')
    throw new Error('Not one vCard')
  return lines.map((line) => {
    const at = line.indexOf(':')
    if (at < 0) throw new Error(`Invalid line: ${line}`)
    const [name = '', ...parameters] = line.slice(0, at).split(';')
    if (parameters.some((parameter) => !/^[A-Z]+=[A-Za-z0-9,-]+$/.test(parameter)))
      throw new Error(`Invalid parameter: ${line}`)
    return {
      name: name.replace(/^[^.]*\./, ''),
      types: parameters.flatMap((parameter) => parameter.split('=')[1]?.split(',') ?? []),
      values: componentsOf(line.slice(at + 1)),
    }
  })
}

/** Returns the unescaped values between unescaped semicolons. */
function componentsOf(value: string): string[] {
  const parts = ['']
  for (const [piece] of value.matchAll(/\\[\s\S]|[\s\S]/g)) {
    if (piece === ';') parts.push('')
    else parts.push((parts.pop() ?? '') + (/^\\n$/i.test(piece) ? '\n' : piece.replace(/^\\/, '')))
  }
  return parts
}

/** Returns a property as parsed by `readAsAndroid`. */
export function asAndroid(file: string, name: string): string | undefined {
  return readAsAndroid(file)
    .find((line) => line.name === name)
    ?.values.join(';')
}

/** Returns a property as parsed by ical.js. */
export function asIcal(file: string, name: string): unknown {
  const properties: [string, object, string, unknown][] = ICAL.parse(file)[1]
  return properties.find(([property]) => property === name)?.[3]
}

/** Returns a property as parsed by vcf. */
export function asVcf(file: string, name: string): string | undefined {
  const value = new Vcf().parse(file).get(name)
  return componentsOf(String(Array.isArray(value) ? value[0]?.valueOf() : value?.valueOf())).join(
    ';',
  )
}

const octets = (text: string) => new TextEncoder().encode(text).length

/** Asserts the rules that every contact file must follow. */
export function expectSound(file: string): void {
  expect(file.endsWith('END:VCARD\r\n')).toBe(true)
  expect(file.replaceAll('\r\n', '')).not.toMatch(/[\r\n\u0000-\u0009\u000b-\u001f\u007f]/)
  expect(file.isWellFormed()).toBe(true)
  const physical = file.split('\r\n')
  expect(physical.filter((line) => octets(line) > 75)).toEqual([])
  expect(physical.filter((line) => line === 'BEGIN:VCARD')).toHaveLength(1)
  expect(physical.filter((line) => line === 'END:VCARD')).toHaveLength(1)
  expect(physical[1]).toBe('VERSION:3.0')
  expect(octets(file)).toBeLessThanOrEqual(contactFileMax)
}
