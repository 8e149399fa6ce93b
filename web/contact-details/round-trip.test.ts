import fc from 'fast-check'
import { expect, test } from 'vitest'
import { contactFile, contactVariants } from '../../card/contact/vcard.ts'
import { sanitizeText } from '../../card/contact/vcard-lines.ts'
import { submissionContact } from '../../card/contact/vcard-submission.ts'
import { makeCard } from '../../card/testing/contact-file.ts'
import type { Submission } from '../../schema/inbox/inbox.ts'
import { readContactFile } from './contact-file.ts'

const text = fc
  .oneof(
    fc.string({ unit: 'binary', minLength: 1, maxLength: 40 }),
    fc.string({ unit: 'grapheme', minLength: 1, maxLength: 40 }),
    fc.constantFrom(
      'A,B;C GmbH & Co. KG',
      'C:\\new\\',
      'Zoë\n東京都千代田区丸の内一丁目九番一号 👩‍👩‍👧‍👦 (ビル)',
      '\r\nEND:VCARD\r\nBEGIN:VCARD',
      'AGENT:\nBEGIN:VCARD',
      '=3D=\n quoted=20',
      'first\u2028second\u0085third',
    ),
  )
  .map((each) => sanitizeText(each).trim())
  .filter((each) => each !== '')

test.each(contactVariants)('what the variant %s says is read again', (variant) => {
  fc.assert(
    fc.property(text, text, text, text, (name, title, company, address) => {
      const card = makeCard({ name, title, company, address })
      const file = contactFile(card, { uid: 'u', url: 'https://cards.test/view/ada', variant })
      const contacts = readContactFile(new TextEncoder().encode(file))
      expect(contacts).toHaveLength(1)
      expect(contacts).toEqual(readContactFile(file))
      const values = new Map(contacts[0]?.values.map((value) => [value.target, value.text]))
      const fields = ['name', 'title', 'company', 'address'] as const
      expect(fields.map((field) => values.get(field))).toEqual([name, title, company, address])
    }),
  )
})

test.each(contactVariants)('a photo in the variant %s is read again', async (variant) => {
  const jpeg = Buffer.concat([Buffer.from([0xff, 0xd8, 0xff]), Buffer.alloc(3000, 'photo')])
  const photo = jpeg.toString('base64')
  const options = { uid: 'u', url: 'https://cards.test/view/ada', variant, photo }
  const [contact] = readContactFile(contactFile(makeCard({ phone: '+49 30 555 0123' }), options))
  const bytes = await contact?.photo?.arrayBuffer()
  expect(Buffer.from(bytes ?? new ArrayBuffer(0)).toString('base64')).toBe(photo)
})

test('the page of the card is not a link of the person, in any language', () => {
  const words = { digitalCard: 'Digitale Visitenkarte', pronouns: 'Pronomen' }
  const options = { uid: 'u', url: 'https://cards.test/view/ada', words, product: 'Acme Cards' }
  const card = makeCard({
    socialLinks: { mastodon: 'https://hachyderm.example/@ada' },
    customizations: { website: 'https://engine.example' },
  })
  const [contact] = readContactFile(contactFile(card, options))
  expect(contact?.values.map(({ text, target }) => [target, text])).toEqual([
    ['name', 'Ada Lovelace'],
    ['website', 'https://engine.example/'],
    ['social', 'https://hachyderm.example/@ada'],
  ])
})

test('a contact file of the inbox is read again', () => {
  const formData = {
    name: 'Zoë von Berg',
    email: 'zoe@berg.example',
    company: 'A,B;C GmbH',
    address: 'Hauptstraße 1, 10115 Berlin',
    website: 'https://berg.example/?a=1;b=2',
  }
  const file = submissionContact(
    { ...entry, formData },
    { labels: {}, origin: 'https://cards.test' },
  )
  const values = readContactFile(file)[0]?.values ?? []
  expect(values.map(({ text }) => text)).toEqual(expect.arrayContaining(Object.values(formData)))
})

const entry: Submission = {
  ...{ id: 7, cardId: 4, timestamp: '2026-11-03T09:41:00.123Z', formData: {}, source: 'qr' },
  ...{ sharePoint: null, status: 'new', note: 'Call her; soon', revision: 0, revisedAt: null },
  ...{ withdrawnAt: null, followUpOn: null, tags: [], fields: {}, assigneeId: null },
  ...{ assignee: null, metAt: '2026-11-03T09:41:00.123Z', merged: [], mergeId: null },
  ...{ mergedInto: null, cardName: 'Ada Lovelace', labels: {}, place: 'Berlin, DE' },
  ...{ capturedAt: null, capturedBy: null, rating: null, event: null, device: 'Desktop' },
}
