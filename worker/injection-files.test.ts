import { env } from 'cloudflare:workers'
import { parse } from 'csv-parse/sync'
import ICAL from 'ical.js'
import { expect, test, vi } from 'vitest'
import * as z from 'zod/mini'
import { contactVariants } from '../card/contact/vcard.ts'
import { unescapeFormula } from '../schema/formula-injection.ts'
import { insertRows } from '../trust/hostile-cards.ts'
import { hostileCards, payloadsFor } from '../trust/hostile-texts.ts'
import type { Payload } from '../trust/payloads.ts'
import { makeCard, request, signIn } from './testing/app.ts'
import { ApplePass } from './testing/apple-pass-schema.ts'
import { chunk } from './testing/chunk.ts'
import { SaveClaims } from './testing/google-pass-schema.ts'
import { googlePassText, readPassFile, storePass } from './testing/wallet.ts'

vi.setConfig({ testTimeout: 300_000 })
const stored = hostileCards()

const Property = z.tuple([z.string(), z.record(z.string(), z.unknown()), z.string()], z.unknown())
const contactProperties =
  /^(?:version|prodid|n|fn|org|title|tel|email|adr|url|x-ablabel|x-socialprofile|note|uid|rev|photo)$/

/** The properties of the contacts in a file, each of which must be complete. */
function contactsIn(file: string, context: string): z.infer<typeof Property>[][] {
  const lines = file.split('\r\n')
  expect(file.replaceAll('\r\n', ''), context).not.toMatch(
    /[\u0000-\u0009\u000b-\u001f\u007f-\u009f\n]/,
  )
  expect(
    lines.filter((line) => new TextEncoder().encode(line).length > 75),
    context,
  ).toEqual([])
  const ends = lines.filter((line) => line === 'END:VCARD').length
  const parsed = file.split(/(?<=\r\nEND:VCARD\r\n)/).map((one) => ICAL.parse(one))
  expect(parsed, context).toHaveLength(ends)
  return parsed.map(([, properties]) => {
    const all = z.array(Property).parse(properties)
    for (const [name] of all)
      expect(name.replace(/^item\d+\./, ''), context).toMatch(contactProperties)
    for (const name of ['fn', 'n', 'version', 'uid'])
      expect(
        all.filter(([one]) => one === name),
        context,
      ).toHaveLength(1)
    return all
  })
}

test('a contact file has one contact and no injected property', async ({ task }) => {
  const tried = payloadsFor(task)
  let cases = 0
  for (const payload of tried) {
    const { id } = await stored(payload)
    for (const variant of contactVariants) {
      const response = await request('GET', `/api/vcard/${id}?v=${variant}`)
      const context = `${variant} ${JSON.stringify(payload.text)}`
      expectSafeName(response, context)
      const [only, ...more] = contactsIn(await response.text(), context)
      expect(more, context).toEqual([])
      const phones = only?.filter(([name]) => name === 'tel') ?? []
      expect(phones.length, context).toBeLessThanOrEqual(3)
      for (const [name, , , value] of only ?? [])
        if (name === 'url') expect(String(value), context).toMatch(/^https?:\/\//)
      cases += 1
    }
  }
  task.meta.proves = { what: 'payloads × contact files, parsed by another program', cases }
})

/** The name of a download: one header, one name, without path, control character or executable extension. */
function expectSafeName({ headers }: Response, context: string): void {
  const text = headers.get('Content-Disposition') ?? ''
  const [, ascii = '', encoded = ''] =
    /^(?:attachment|inline); filename="([A-Za-z0-9 ._-]+)"; filename\*=UTF-8''([\w.!~%-]+)$/.exec(
      text,
    ) ?? []
  for (const name of [ascii, decodeURIComponent(encoded)]) {
    expect(name, context).toMatch(/^[^.\s].*\.(?:vcf|csv|ndjson|json|pkpass)$/su)
    expect(name, context).not.toMatch(/[\\/:*?"<>|\p{Cc}\p{Cf}\p{Zl}\p{Zp}]/u)
    expect(name, context).not.toMatch(/^(?:con|prn|aux|nul|com\d|lpt\d)(?:[. ]|$)/i)
    expect(new TextEncoder().encode(name).length, context).toBeLessThanOrEqual(255)
  }
  for (const [name, value] of headers) {
    expect(name, context).not.toContain('injected')
    expect(value, context).not.toMatch(/[\r\n\0]/)
  }
}

const Rows = z.array(z.array(z.string()))
// The characters that start a formula in Excel, LibreOffice and Google Sheets, by their documentation.
const formulaStart = /^[\s\u0000\ufeff"']*[=+\-@|%\uff1d\uff0b\uff0d\uff20]/

test('no export has a formula, or an injected row or column', async ({ task }) => {
  const tried = payloadsFor(task)
  let cases = 0
  for (const some of chunk(40, tried)) {
    // The exports of one user are limited per hour.
    const { user, request: send } = await signIn(5)
    const label = some[0]?.text.slice(0, 120) ?? ''
    const { id } = await makeCard({
      userId: user.id,
      name: label,
      formConfig: {
        fields: [{ key: 'name', label, required: false }],
        consent: null,
        thanks: null,
      },
    })
    await insertRows(
      env.DB,
      'form_submissions',
      some.map((payload) => entryOf(payload, id)),
    )
    const path = `/api/business-cards/${id}/submissions`
    const inbox = await send('GET', `${path}.csv`)
    expectSafeName(inbox, label)
    const rows = Rows.parse(parse(await inbox.text(), { bom: true }))
    expect(rows).toHaveLength(some.length + 1)
    const cells = rows.flat()
    for (const cell of cells)
      expect(cell.startsWith("'") || !formulaStart.test(cell), cell).toBe(true)
    const texts = new Set(cells.map(unescapeFormula))
    for (const { text } of some) expect([...texts, ...cells], text).toContain(text)
    const ndjson = await send(
      'GET',
      `/api/analytics/${id}/export?section=submissions&format=ndjson`,
    )
    expectSafeName(ndjson, label)
    const lines = (await ndjson.text()).trimEnd().split('\n')
    const exported = lines.map((line) => z.record(z.string(), z.unknown()).parse(JSON.parse(line)))
    expect(exported.map(({ name }) => name).sort()).toEqual(some.map(({ text }) => text).sort())
    const contacts = await send('GET', `${path}.vcf`)
    expectSafeName(contacts, label)
    expect(contactsIn(await contacts.text(), label)).toHaveLength(some.length)
    cases += some.length * (2 * (rows[0]?.length ?? 0) + 1)
  }
  task.meta.proves = { what: 'payloads × columns of exports (CSV, NDJSON, contacts)', cases }
})

function entryOf({ id, text }: Payload, cardId: number) {
  const keys = ['name', 'email', 'phone', 'company', 'message', 'question1', 'question2']
  return {
    card_id: cardId,
    client_id: `client-${id}`,
    form_data: JSON.stringify(Object.fromEntries(keys.map((key) => [key, text]))),
    note: text,
    source: text,
    submitter_location: text,
    submitter_device: text,
  }
}

test('a wallet pass has only documented keys, and every text as it is', async ({ task }) => {
  const tried = payloadsFor(task)
  let cases = 0
  for (const payload of tried) {
    const { id } = await stored(payload)
    const context = JSON.stringify(payload.text)
    const line = payload.text.replace(/[\s\p{Cc}\u2028\u2029]+/gu, ' ').trim()
    const response = await request('GET', await storePass(id, 'apple'))
    expectSafeName(response, context)
    const { json } = await readPassFile(response)
    const pass = ApplePass.parse(json)
    expect(pass.generic.primaryFields?.[0]?.value, context).toBe(line || 'Edgecard')
    expect(pass.barcodes?.[0]?.message, context).toBe('http://cards.test/s/AAAAAA')
    const claims = SaveClaims.parse(JSON.parse(await googlePassText(await storePass(id, 'google'))))
    const [object] = claims.payload.genericObjects
    const short = [...line].slice(0, 80).join('')
    expect(object?.header.defaultValue.value, context).toBe(short || 'Edgecard')
    cases += 2
  }
  task.meta.proves = { what: 'payloads × wallet passes (Apple, Google)', cases }
})
