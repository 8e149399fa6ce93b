import { readFileSync } from 'node:fs'
import { expect, test } from 'vitest'
import { readCodeText } from '../capture/scan/details.ts'
import { readImportFile } from '../cards/editor/import/read-import.ts'
import { readContactFile } from './contact-file.ts'
import type { ImportedContact } from './imported-contact.ts'

const folder = new URL('../../test/field-cases/', import.meta.url)
const photo = readFileSync(new URL('f07-photo-lines-not-indented.vcf', folder), 'latin1')
const png = (/PNG:([\s\S]*?)\r\n\r\n/.exec(photo)?.[1] ?? '').replaceAll('\r\n', '')

/** Contact files that other programs wrote, and what they say. */
test.each([
  [
    'f03-fold-inside-character.vcf',
    [
      'name: Zoë Berg',
      'title: Gründerin',
      'company: Genossenschaft xxfuer Gaerten und Gruenflaechen am Oberen Graben und Dörfli-Süd',
      'phone: +41 79 555 01 23',
    ],
  ],
  [
    'f03b-one-stray-byte.vcf',
    ['name: Łukasz Żak', 'email: lukasz@zak.example'],
    ['name: Rene Dubois', 'email: rene@dubois.example', 'about: café du coin'],
  ],
  [
    'f03c-mixed-charsets.vcf',
    ['name: Jörg Köhler', 'phone: 0171 5550123'],
    ['name: Änne Weiß', 'email: aenne@weiss.example'],
  ],
  [
    'f04-agent-nested.vcf',
    [
      'name: Nora Holt',
      'company: Holt Partners',
      'phone: +44 7700 900222',
      'email: nora@holt.example',
    ],
  ],
  [
    'f05-bom-before-each-card.vcf',
    ['name: Ann One', 'email: ann@one.example'],
    ['name: Bea Zwö', 'email: bea@two.example'],
    ['name: Cy Three', 'email: cy@three.example'],
  ],
  [
    'f06-fold-2.1-keeps-space.vcf',
    [
      'name: Otto Vale',
      'company: Harbour and River Trust',
      'phone: +44 7700 900333',
      'about: Meet at the harbour office on Mondays',
    ],
  ],
  [
    'f06b-quoted-printable-soft-break-space.vcf',
    [
      'name: Otto Vale',
      'phone: +44 7700 900333',
      'about: Please ring the bell at the back door and ask for Otto, he is often in the workshop\nsecond line',
    ],
  ],
  ['f07-photo-lines-not-indented.vcf', ['name: Ida Quay', 'phone: +44 7700 900111', 'photo']],
  ['f07b-photo-data-uri-escaped.vcf', ['name: Ida Quay', 'email: ida@quay.example', 'photo']],
  [
    'f08-x-apple-profiles.vcf',
    [
      'name: Kai Moss',
      'email: kai@moss.example',
      'social: https://x.com/kaimoss',
      'social: https://www.instagram.com/kai.moss',
      'social: http://www.linkedin.com/in/kaimoss',
    ],
  ],
  ['f09-version-absent.vcf', ['name: Mara Stone', 'email: mara@stone.example']],
  ['f34-email-with-name.vcf', ['name: Ida Quay', 'email: ida@quay.example']],
  ['f36-begin-with-space.vcf', ['name: Nora Holt', 'email: nora@holt.example']],
  [
    'f36b-quoted-printable-without-soft-break.vcf',
    ['name: Виктор Сотников', 'phone: +380 44 555 01 34'],
  ],
  [
    'f37-lists-in-name.vcf',
    [
      'name: John Stevenson',
      'prefix: Dr.',
      'given: John',
      'additional: Philip Paul',
      'family: Stevenson',
      'suffix: Jr., M.D., A.C.P.',
      'email: john@stevenson.example',
    ],
  ],
  [
    'f37b-preferred-name.vcf',
    ['name: Bob Quay', 'company: Harbour Trust', 'email: bob@quay.example'],
  ],
  ['f37c-name-in-two-scripts.vcf', ['name: Taro Yamada', 'email: taro@yamada.example']],
  [
    'f38-address-only-as-label.vcf',
    ['name: Jörg Köhler', 'address: Rosenstraße 4\nHof 2, links\n10115 Berlin'],
    ['name: Ada King', 'address: 12 King Street\nLondon\nN1 9AA'],
  ],
  [
    'f39-phone-repeated-by-app.vcf',
    [
      'name: Perla',
      'phone: +34 612 345 678',
      'morePhones: +34 915 550 134',
      'email: perla@sol.example',
    ],
  ],
  ['f40-groups.vcf', ['name: Ann One', 'email: ann@one.example']],
])('%s', async (name, ...expected) => {
  const bytes = new Uint8Array(readFileSync(new URL(name, folder)))
  const result = await readImportFile(new File([bytes], name))
  const contacts = 'contacts' in result ? result.contacts : []
  expect(contacts.map(shown)).toEqual(expected)
  for (const { photo } of contacts.filter(({ photo }) => photo))
    expect(Buffer.from((await photo?.arrayBuffer()) ?? new ArrayBuffer(0)).toString('base64')).toBe(
      png,
    )
})

test.each([
  ['f05b-qr-text-with-bom.txt', { name: 'Jörg Müller', phone: '+49 171 5550123' }],
  [
    'f09b-qr-text-without-version-or-end.txt',
    { name: 'Ada King', mobile: '+447700900123', email: 'ada@king.example' },
  ],
  [
    'f42-qr-text-with-escaped-line-breaks.txt',
    { name: 'Ada King', phone: '+44 20 7946 0155', email: 'ada@king.example' },
  ],
])('%s', (name, answers) => {
  const code = readFileSync(new URL(name, folder), 'utf8')
  expect(readCodeText(code)).toEqual({ answers, lines: [] })
})

test('phones have labels also if the file has them in another language', () => {
  const file = readFileSync(new URL('f41-labels-in-german.vcf', folder))
  const [contact] = readContactFile(new Uint8Array(file))
  const labels = contact?.values.flatMap(({ text, label }) => (label ? [[label, text]] : []))
  expect(labels).toEqual([
    ['work', '+41 31 555 01 34'],
    ['mobile', '+41 79 555 01 34'],
    ['home', '+41 44 555 01 34'],
  ])
})

test('a number is repeated only if its digits are the same', () => {
  const phones = (...numbers: string[]) =>
    readContactFile(
      ['BEGIN:VCARD', 'FN:Ada', ...numbers.map((number) => `TEL:${number}`)].join('\n'),
    )
      .flatMap(({ values }) => values)
      .flatMap(({ text, label }) => (label ? [text] : []))
  const different = [
    ...['+49 30 12345678', '+49 40 12345678', '12345678', '+49 30 12345678 x1'],
    '+49 30 12345678 / +49 171 5550123',
  ]
  expect(phones(...different)).toEqual(different)
  expect(phones('020 7946 0155', '+44 (0)20 7946 0155', '0044 20 79460155')).toEqual([
    '020 7946 0155',
  ])
})

test('a profile is a link also if it is given as a handle', () => {
  expect(
    linksOf([
      'X-SOCIALPROFILE;type=pref;type=Facebook;x-user=kai:x-apple:kai',
      'X-SOCIALPROFILE;type=twitter;x-user=kaimoss:',
      'SOCIALPROFILE;SERVICE-TYPE=Instagram;VALUE=TEXT:@kai.moss',
      'X-SOCIALPROFILE;TYPE=linkedin:linkedin.com/in/kai',
      'X-SNAPCHAT:kaimoss',
      'IMPP;X-SERVICE-TYPE=Telegram;type=pref:x-apple:kaimoss',
      'X-SOCIALPROFILE;type=tiktok;x-user=kaimoss:x-apple:Kai%20Moss',
      // No link can be made of these.
      'X-SOCIALPROFILE;type=GameCenter:x-apple:kai.moss',
      'X-SOCIALPROFILE;type=twitter:x-apple:Kai%20Moss',
      'IMPP;X-SERVICE-TYPE=Jabber:xmpp:kai@moss.example',
    ]),
  ).toEqual([
    'https://www.facebook.com/kai',
    'https://x.com/kaimoss',
    'https://www.instagram.com/kai.moss',
    'https://linkedin.com/in/kai',
    'https://www.snapchat.com/add/kaimoss',
    'https://t.me/kaimoss',
    'https://www.tiktok.com/@kaimoss',
  ])
})

test('a link that is also a profile is one of its network', () => {
  const lines = [
    'item1.URL:https://hachyderm.example/@kai',
    'item1.X-ABLabel:Mastodon',
    'URL:https://moss.example',
    'X-SOCIALPROFILE;TYPE=mastodon:https://hachyderm.example/@kai',
  ]
  const [contact] = readContactFile(card(lines))
  expect(contact && shown(contact)).toEqual([
    'website: https://moss.example',
    'social: https://hachyderm.example/@kai',
  ])
})

test.each([
  ['EMAIL:"Quay\\, Ida" <ida@quay.example>', ['ida@quay.example']],
  ['EMAIL;TYPE=INTERNET:<ida@quay.example>', ['ida@quay.example']],
  ['EMAIL:mailto:ida@quay.example?subject=Hello', ['ida@quay.example']],
  ['EMAIL:ida@quay.example (work)', ['ida@quay.example']],
  ['EMAIL:ida@quay.example\\, office@quay.example', ['ida@quay.example', 'office@quay.example']],
  ['EMAIL:ida@quay.example;office@quay.example', ['ida@quay.example', 'office@quay.example']],
  ['EMAIL:ada@king.example\u200b', ['ada@king.example']],
  ["EMAIL:o'hara+cards@quay.example", ["o'hara+cards@quay.example"]],
])('%s', (line, emails) => {
  const [contact] = readContactFile(card([line]))
  expect(contact?.values.map(({ text }) => text)).toEqual(emails)
})

test('a phone has the label of its group', () => {
  const [contact] = readContactFile(
    card([
      'item1.TEL:\u202a+44 7700 900111\u202c',
      'ITEM1.X-ABLabel:iPhone',
      'item2.TEL:+44 20 7946 0001',
      'item2.X-ABLabel:_$!<WorkFAX>!$_',
      'item3.TEL;type=pref:+44 20 7946 0002',
      'item3.X-ABLabel:_$!<Work>!$_',
    ]),
  )
  expect(contact?.values.map(({ text, label }) => [text, label])).toEqual([
    ['+44 20 7946 0002', 'work'],
    ['+44 7700 900111', 'mobile'],
    ['+44 20 7946 0001', 'fax'],
  ])
})

test.each([
  ['base64 and a blank line', ['PHOTO;TYPE=PNG;ENCODING=BASE64:', ...indented(png), '']],
  ['lines that are not indented', ['PHOTO;ENCODING=b;TYPE=PNG:', ...lines(png)]],
  ['a group, and no type', [`item1.PHOTO;ENCODING=B:${png}`]],
  ['spaces in the lines', ['PHOTO;BASE64:', ...lines(png).map((line) => `  ${line} `)]],
  ['an escaped data URI', [`PHOTO;VALUE=URI:data:image/png\\;base64\\,${png}`]],
  ['escaped line breaks', [`PHOTO:data:image/png;base64,${lines(png).join('\\n')}`]],
  ['a data URI like a part of an address', [`PHOTO:data:;base64,${encodeURIComponent(png)}`]],
  ['a folded data URI', ['PHOTO:data:image/png;base64,', ...indented(png)]],
  ['a data URI that is not indented', ['PHOTO:data:image/png;base64,', ...lines(png)]],
  ['a data URI with a charset', [`PHOTO:data:image/png;charset=utf-8;base64,${png}`]],
  ['an address before', ['PHOTO;VALUE=URI:https://quay.example/a.png', `PHOTO;ENCODING=B:${png}`]],
])('a photo with %s', async (_, photoLines) => {
  const [contact] = readContactFile(card([...photoLines, 'TEL:+44 7700 900111']))
  const bytes = Buffer.from((await contact?.photo?.arrayBuffer()) ?? new ArrayBuffer(0))
  expect(bytes.toString('base64')).toBe(png)
  expect(contact?.values).toHaveLength(1)
})

function card(properties: string[]): string {
  return ['BEGIN:VCARD', 'VERSION:3.0', ...properties, 'END:VCARD', ''].join('\r\n')
}

function linksOf(properties: string[]): string[] {
  const [contact] = readContactFile(card(properties))
  return (contact?.values ?? []).map(({ text }) => text)
}

function lines(text: string): string[] {
  return text.match(/.{1,64}/g) ?? []
}

function indented(text: string): string[] {
  return lines(text).map((line) => ` ${line}`)
}

function shown({ values, photo }: ImportedContact): string[] {
  return [...values.map(({ target, text }) => `${target}: ${text}`), ...(photo ? ['photo'] : [])]
}
