import { expect, test } from 'vitest'
import { contactFile } from '../../../../card/contact/vcard.ts'
import { blankCard } from '../../../../schema/cards/blank-card.ts'
import type { ImportedValue } from '../../../contact-details/imported-contact.ts'
import { contactTitle, type ImportResult, readImportFile, readImportText } from './read-import.ts'

test('a vCard 3.0 of an iPhone gives labels, groups, a photo and the parts of the name', async () => {
  const { contacts } = found(readImportText(iphone))
  const [contact] = contacts
  expect(contacts).toHaveLength(1)
  expect(shown(contact?.values)).toEqual([
    'name: Anna van Dijk',
    'title: Head of Care; Sales',
    'company: Zorg, Thuis B.V.',
    'department: Care',
    'phone: +31 6 5550 1234 (mobile)',
    'morePhones: +31 20 555 0123 (work)',
    'email: anna@zorg.example (work)',
    'address: Keizersgracht 1\n1016 EA Amsterdam\nNederland',
    'website: https://zorg.example',
    'social: https://www.linkedin.com/in/anna (linkedin)',
    'social: https://x.com/anna (twitter)',
    'about: Line one\nLine two',
  ])
  expect([contact?.photo?.type, contact?.photo?.size]).toEqual(['image/png', pngBytes])
})

test('a vCard 2.1 with quoted-printable, soft line breaks and Latin-1 is decoded', async () => {
  const text = [
    'BEGIN:VCARD',
    'VERSION:2.1',
    'N;CHARSET=UTF-8;ENCODING=QUOTED-PRINTABLE:M=C3=BCller;J=C3=B6rg;;;',
    'FN;CHARSET=UTF-8;ENCODING=QUOTED-PRINTABLE:J=C3=B6rg M=',
    '=C3=BCller',
    'ORG;QUOTED-PRINTABLE;CHARSET=ISO-8859-1:B=E4ckerei=20S=FCd',
    'TEL;CELL;VOICE:0171 5550123',
    'TEL;WORK;FAX:030 555 0199',
    'ADR;WORK;ENCODING=QUOTED-PRINTABLE:;;Hauptstr. 1=0D=0AHinterhaus;Berlin;;10115;Deutschland',
    'END:VCARD',
  ].join('\r\n')
  expect(shown(found(readImportText(text)).contacts[0]?.values)).toEqual([
    'name: Jörg Müller',
    'company: Bäckerei Süd',
    'phone: 0171 5550123 (mobile)',
    'morePhones: 030 555 0199 (fax)',
    'address: Hauptstr. 1\nHinterhaus\n10115 Berlin\nDeutschland',
  ])
  const latin1 = Buffer.from('BEGIN:VCARD\nVERSION:3.0\nFN:Jörg\nEND:VCARD\n', 'latin1')
  expect(shown((await fileOf(latin1)).contacts[0]?.values)).toEqual(['name: Jörg'])
  const utf16 = Buffer.from('\ufeffBEGIN:VCARD\nVERSION:3.0\nFN:佐藤\nEND:VCARD\n', 'utf16le')
  expect(shown((await fileOf(utf16)).contacts[0]?.values)).toEqual(['name: 佐藤'])
})

test('a vCard 4.0 gives tel: URIs, preferences, quoted parameters and data: photos', () => {
  const text = [
    'BEGIN:VCARD',
    'VERSION:4.0',
    'FN:Ada King',
    'N:King;Ada;;;',
    'TEL;VALUE=uri;TYPE="voice,home":tel:+44-20-7946-0000;ext=12',
    'TEL;VALUE=uri;PREF=1;TYPE=cell:tel:+44-7700-900123',
    'ADR;LABEL="12: Quay; Street":;;12 Quay Street;Bristol;;BS1 4QA;UK',
    `PHOTO:data:image/png;base64,${png}`,
    'SOCIALPROFILE;SERVICE-TYPE=Mastodon:https://mastodon.social/@ada',
    'END:VCARD',
  ].join('\n')
  const [contact] = found(readImportText(text)).contacts
  expect(shown(contact?.values)).toEqual([
    'name: Ada King',
    'phone: +44-7700-900123 (mobile)',
    'morePhones: +44-20-7946-0000 x12 (home)',
    'address: 12 Quay Street\nBS1 4QA Bristol\nUK',
    'social: https://mastodon.social/@ada (mastodon)',
  ])
  expect(contact?.photo?.type).toBe('image/png')
})

test('the most preferred number of a vCard 4.0 has the lowest rank', () => {
  const numbers = [
    'TEL;PREF=2:+44 20 7946 0002',
    'TEL;PREF=1:+44 20 7946 0001',
    'TEL:+44 20 7946 0003',
  ]
  const text = ['BEGIN:VCARD', 'VERSION:4.0', 'FN:Ada King', ...numbers, 'END:VCARD'].join('\n')
  const [contact] = found(readImportText(text)).contacts
  expect(shown(contact?.values)).toContainEqual(expect.stringContaining('phone: +44 20 7946 0001'))
})

test('our own contact file comes back complete', () => {
  const card = {
    ...blankCard,
    id: 1,
    slug: 'zoe',
    updatedAt: '2026-01-01T00:00:00.000Z',
    name: 'Zoë Anna Field',
    title: 'Designer, Lead',
    company: 'A,B;C GmbH',
    phone: '+49 30 555 0123',
    email: 'zoe@field.example',
    address: 'Main St 1\n10115 Berlin',
    about: 'One\nTwo',
    socialLinks: {
      linkedin: 'https://www.linkedin.com/in/zoe',
      github: 'https://github.com/zoe',
    },
    customizations: {
      ...blankCard.customizations,
      website: 'https://field.example/',
      pronouns: 'she/her',
      department: 'Design',
    },
  }
  const file = contactFile(card, { uid: 'u', url: 'https://cards.example/view/zoe' })
  expect(shown(found(readImportText(file)).contacts[0]?.values).sort()).toEqual(
    [
      'name: Zoë Anna Field',
      'pronouns: she/her',
      'title: Designer, Lead',
      'company: A,B;C GmbH',
      'department: Design',
      'phone: +49305550123 (mobile)',
      'email: zoe@field.example (work)',
      'address: Main St 1\n10115 Berlin',
      'website: https://field.example/',
      'social: https://www.linkedin.com/in/zoe (linkedin)',
      'social: https://github.com/zoe (github)',
      'about: One\nTwo',
    ].sort(),
  )
})

test('an account export gives every card with its links, buttons and further contacts', () => {
  const exported = JSON.stringify({
    exportedAt: '2026-01-01',
    user: {},
    cards: [
      {
        name: 'Ada',
        phone: null,
        title: 7,
        socialLinks: { linkedin: 'https://www.linkedin.com/in/ada' },
        customButtons: [
          { text: 'Book', url: 'https://cal.example/ada', backgroundColor: '#000000' },
        ],
        customizations: {
          website: 'ada.example',
          phones: [{ label: 'home', value: '030 555 0123' }],
        },
      },
      { name: 'Second' },
    ],
  })
  const { contacts } = found(readImportText(exported))
  expect(contacts.map(contactTitle)).toEqual(['Ada', 'Second'])
  expect(shown(contacts[0]?.values)).toEqual([
    'name: Ada',
    'morePhones: 030 555 0123 (home)',
    'website: ada.example',
    'social: https://www.linkedin.com/in/ada (linkedin)',
    'button: https://cal.example/ada',
  ])
})

test('a hundred contacts are a list; 501, 5 MB, junk and empty files are a sentence', async () => {
  const many = (count: number) => vcards(Array.from({ length: count }, (_, at) => `Person ${at}`))
  expect(found(readImportText(many(100))).contacts).toHaveLength(100)
  expect(readImportText(many(501))).toEqual({ problem: expect.stringMatching(/more than 500/) })
  const big = new File([new Uint8Array(10_000_000)], 'big.vcf')
  expect(await readImportFile(big)).toEqual({ problem: expect.stringMatching(/larger than 5 MB/) })
  const junk = new File([Uint8Array.from({ length: 5000 }, (_, at) => (at * 7919) % 256)], 'a.vcf')
  expect(await readImportFile(junk)).toEqual({
    problem: expect.stringMatching(/^No contact details/),
  })
  const embedded = 'JFIF\u0000\nMaya Thornton\nmaya@northwind.example\n+1 415 555 0134'
  expect(await readImportFile(new File([embedded], 'photo.jpg'))).toEqual({
    problem: expect.stringMatching(/^No contact details/),
  })
  expect(await readImportFile(new File([], 'a.vcf'))).toEqual({ problem: expect.any(String) })
  for (const text of ['BEGIN:VCARD\nEND:VCARD', 'BEGIN:VCARD', '{"cards": []}', '{', 'hello', ' '])
    expect(readImportText(text), text).toEqual({ problem: expect.any(String) })
})

test('the HTML of a signature gives its text, and the links of its icons', () => {
  const html = `<html><head><style>p{color:red}</style></head><body><!-- Outlook --><table><tr>
    <td><img src="cid:logo" alt="Logo"></td><td><p><b>J&uuml;rgen Wei&szlig;</b></p>
    <p>Leiter Einkauf &nbsp;|&nbsp; Kessel GmbH</p><p>Tel: <a href="tel:+497021555">+49 7021 555 0123</a></p>
    <p><a href="mailto:j.weiss@kessel.example?subject=x">Write to me</a></p>
    <p><a href="https://eur01.safelinks.protection.outlook.com/?url=https%3A%2F%2Fwww.linkedin.com%2Fin%2Fjw&amp;data=1"><img src="https://x.example/i.png" alt=""></a></p>
    </td></tr></table><script>alert(1)</script></body></html>`
  expect(shown(found(readImportText(html)).contacts[0]?.values)).toEqual([
    'name: Jürgen Weiß',
    'company: Kessel GmbH',
    'title: Leiter Einkauf',
    'unknown: Write to me',
    'phone: +49 7021 555 0123 (work)',
    'email: j.weiss@kessel.example',
    'social: https://www.linkedin.com/in/jw (linkedin)',
  ])
})

const png =
  'iVBORw0KGgoAAAANSUhEUgAAAAgAAAAICAIAAABLbSncAAAAFElEQVR42mNk+M9Qz4AHMA5pBQCQ3wX9l1mJ6wAAAABJRU5ErkJggg=='
const pngBytes = Buffer.from(png, 'base64').length

const iphone = [
  'BEGIN:VCARD',
  'VERSION:3.0',
  'PRODID:-//Apple Inc.//iPhone OS 18.0//EN',
  'N:van Dijk;Anna;;;',
  'FN:Anna van Dijk',
  'ORG:Zorg\\, Thuis B.V.;Care;',
  'TITLE:Head of Care\\; Sales',
  'item1.TEL;type=WORK;type=VOICE:+31 20 555 0123',
  'TEL;type=CELL;type=VOICE;type=pref:+31 6 5550 1234',
  'EMAIL;type=INTERNET;type=WORK;type=pref:anna@zorg.example',
  'item2.ADR;type=WORK;type=pref:;;Keizersgracht 1;Amsterdam;;1016 EA;Nederland',
  'item2.X-ABADR:nl',
  'item3.URL;type=pref:https://zorg.example',
  'item3.X-ABLabel:_$!<HomePage>!$_',
  'item4.URL:https://cards.example/view/anna',
  'item4.X-ABLabel:Digital card',
  'X-SOCIALPROFILE;type=linkedin;x-user=anna:https://www.linkedin.com/in/anna',
  'X-SOCIALPROFILE;type=twitter:https://x.com/anna',
  'NOTE:Line one\\nLine ',
  ' two',
  `PHOTO;ENCODING=b;TYPE=JPEG:${png.slice(0, 40)}`,
  ` ${png.slice(40)}`,
  'END:VCARD',
].join('\r\n')

function vcards(names: string[]): string {
  return names.map((name) => `BEGIN:VCARD\nVERSION:3.0\nFN:${name}\nEND:VCARD`).join('\n')
}

function found(result: ImportResult) {
  if ('problem' in result) throw new Error(result.problem)
  return result
}

async function fileOf(bytes: Uint8Array<ArrayBuffer>) {
  return found(await readImportFile(new File([bytes], 'contact.vcf')))
}

function shown(values: ImportedValue[] = []): string[] {
  return values.map(({ target = 'unknown', text, label, network }) => {
    const more = label ?? network
    return `${target}: ${text}${more ? ` (${more})` : ''}`
  })
}
