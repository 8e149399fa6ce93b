import { sql } from 'drizzle-orm'
import { parseAtomFeed, parseJsonFeed } from 'feedsmith'
import ICAL from 'ical.js'
import { expect, test } from 'vitest'
import { dayMs } from '../platform/time.ts'
import { db, makeCard, origin, signIn } from '../testing/app.ts'
import { makeFeed } from '../testing/feeds.ts'
import { makeEntry } from '../testing/inbox.ts'

const noon = (daysAgo: number) => (Math.floor(Date.now() / dayMs) - daysAgo) * dayMs + dayMs / 2

test('new contacts are a valid Atom feed and a valid JSON feed', async () => {
  const owner = await signIn(1, { language: 'de' })
  const card = await makeCard({ userId: owner.user.id })
  const times = [1, 2, 40].map((ago) => new Date(noon(ago)).toISOString())
  const [timestamp = '', before = '', old = ''] = times
  const formData = { name: '<Grace> & "Co" \u0001]]>', email: 'grace@cards.test', phone: '1\n2' }
  const entry = await makeEntry(card.id, { formData, timestamp, note: 'Call' })
  const withoutAddress = { email: 'bob@\u0001' }
  const second = await makeEntry(card.id, {
    ...{ formData: withoutAddress, timestamp: before, revisedAt: timestamp },
  })
  await makeEntry(card.id, { timestamp: old })
  await makeEntry(card.id, { formData: {}, withdrawnAt: timestamp })
  const feed = await makeFeed(owner, { kind: 'entries', card: card.id })
  const name = '<Grace> & "Co" ]]>'
  const url = `${origin}/inbox/${card.id}?entry=${entry.id}`
  const text = `Name: ${name}\nE-Mail: grace@cards.test\nTelefon: 1\n2\nAda Lovelace, Link\nCall`
  const atom = await feed.read('contacts.atom')
  expect(atom.headers.get('Content-Type')).toBe('application/atom+xml; charset=utf-8')
  const written = await atom.text()
  expect(written.match(/<email>/g)).toHaveLength(1)
  expect(parseAtomFeed(written)).toMatchObject({
    ...{ title: { value: 'Edgecard: Ada Lovelace' }, updated: timestamp },
    entries: [
      {
        ...{ id: `tag:cards.test,2026:entry/${entry.id}`, title: { value: name } },
        ...{ links: [{ href: url }], content: { value: text } },
        ...{ authors: [{ name, email: 'grace@cards.test' }], published: timestamp },
      },
      { id: `tag:cards.test,2026:entry/${second.id}`, published: before, updated: timestamp },
    ],
  })
  const json = await feed.read('contacts.json')
  expect(json.headers.get('Content-Type')).toBe('application/feed+json; charset=utf-8')
  expect(parseJsonFeed(await json.json())).toMatchObject({
    title: 'Edgecard: Ada Lovelace',
    items: [
      { id: `tag:cards.test,2026:entry/${entry.id}`, url, title: name, content_text: text },
      { id: `tag:cards.test,2026:entry/${second.id}`, date_published: before },
    ],
  })
})

test('a feed lists fewer contacts if their texts are long', async () => {
  const owner = await signIn(1)
  const card = await makeCard({ userId: owner.user.id })
  const formData = { name: 'Ada', message: 'x'.repeat(150_000) }
  for (let count = 0; count < 40; count += 1) await makeEntry(card.id, { formData })
  const feed = await makeFeed(owner, { kind: 'entries', card: card.id })
  const { items } = parseJsonFeed(JSON.parse(await feed.readText('contacts.json')))
  expect(items).toHaveLength(26)
})

test('an empty Atom feed begins with the time at which it was created, for programs that compare times', async () => {
  const owner = await signIn(1, { language: 'fr' })
  const feed = await makeFeed(owner, { kind: 'entries' })
  const { entries, ...atom } = parseAtomFeed(await feed.readText('contacts.atom'))
  const text = 'Les nouveaux contacts apparaissent ici.'
  expect([atom.updated, entries]).toMatchObject([
    feed.createdAt,
    [{ published: feed.createdAt, title: { value: text }, authors: [{ name: 'Edgecard' }] }],
  ])
  expect(parseJsonFeed(JSON.parse(await feed.readText('contacts.json'))).items ?? []).toEqual([])
})

test('a calendar without follow-ups is valid, and has a name that Google Calendar reads', async () => {
  const owner = await signIn(1)
  await makeEntry((await makeCard({ userId: owner.user.id })).id, { followUpOn: null })
  const feed = await makeFeed(owner, { kind: 'entries' })
  const text = await feed.readText('follow-ups.ics')
  expect(text).toMatch(/^BEGIN:VCALENDAR\r\n(.+\r\n)+END:VCALENDAR\r\n$/)
  const calendar = new ICAL.Component(ICAL.parse(text))
  expect(calendar.getFirstPropertyValue('x-wr-calname')).toBe('Edgecard')
  expect(calendar.getFirstPropertyValue('name')).toBe('Edgecard')
  const [zone, ...others] = calendar.getAllSubcomponents()
  expect([zone?.name, zone?.getFirstPropertyValue('tzid'), others]).toEqual([
    'vtimezone',
    'UTC',
    [],
  ])
  expect(zone?.getAllSubcomponents().map(({ name }) => name)).toEqual(['standard'])
})

test('follow-ups are a valid calendar of the open ones', async () => {
  const owner = await signIn(1)
  const card = await makeCard({ userId: owner.user.id })
  const name = `Grace; Hopper, ${'Ü'.repeat(60)}`
  const formData = { name, phone: '+1 555 0199', message: 'Long' }
  const timestamp = '2026-11-20T09:30:00.123Z'
  const open = { formData, timestamp, note: 'Ask\nagain', followUpOn: '2026-12-31' }
  const entry = await makeEntry(card.id, open)
  await makeEntry(card.id, { ...open, status: 'done' })
  await makeEntry(card.id, { ...open, followUpOn: null })
  await makeEntry(card.id, { ...open, withdrawnAt: timestamp })
  const feed = await makeFeed(owner, { kind: 'entries' })
  const response = await feed.read('follow-ups.ics')
  expect(response.headers.get('Content-Type')).toBe('text/calendar; charset=utf-8')
  const text = await response.text()
  expect(text.split('\r\n').filter((line) => Buffer.byteLength(line) > 75)).toEqual([])
  const calendar = new ICAL.Component(ICAL.parse(text))
  const events = calendar.getAllSubcomponents('vevent').map((one) => new ICAL.Event(one))
  expect(events).toHaveLength(1)
  const [event] = events
  expect([event?.uid, event?.summary, event?.description]).toEqual([
    ...[`entry-${entry.id}@cards.test`, name, '+1 555 0199\nAsk\nagain'],
  ])
  expect([event?.startDate.toString(), event?.endDate.toString()]).toEqual([
    ...['2026-12-31', '2027-01-01'],
  ])
  expect(event?.component.getFirstPropertyValue('url')).toBe(
    `${origin}/inbox/${card.id}?entry=${entry.id}`,
  )
  expect(String(event?.component.getFirstPropertyValue('dtstamp'))).toBe('2026-11-20T09:30:00Z')
})

test('a follow-up on the last day that can be written lasts that day', async () => {
  const owner = await signIn(1)
  const card = await makeCard({ userId: owner.user.id })
  await makeEntry(card.id, { followUpOn: '9999-12-31' })
  await makeEntry(card.id, { followUpOn: '2026-12-31' })
  const feed = await makeFeed(owner, { kind: 'entries' })
  const text = await feed.readText('follow-ups.ics')
  expect(text.match(/^D.*VALUE=DATE:.*$/gm)?.every((line) => /:\d{8}\s*$/.test(line))).toBe(true)
  const calendar = new ICAL.Component(ICAL.parse(text))
  const events = calendar.getAllSubcomponents('vevent').map((one) => new ICAL.Event(one))
  const days = events.map(({ startDate, endDate }) => [startDate.toString(), endDate.toString()])
  expect(days).toContainEqual(['2026-12-31', '2027-01-01'])
  expect(days.map(([start]) => start).sort()).toEqual(['2026-12-31', '9999-12-31'])
})

test('a calendar of many follow-ups is sent in parts, and is whole', async () => {
  const owner = await signIn(1)
  const card = await makeCard({ userId: owner.user.id })
  await db.run(sql`insert into form_submissions (card_id, client_id, form_data, follow_up_on)
    with recursive numbers(n) as (select 1 union all select n + 1 from numbers where n < 1201)
    select ${card.id}, 'planned ' || n, json_object('name', 'Grace ' || n), '2026-12-31' from numbers`)
  const feed = await makeFeed(owner, { kind: 'entries' })
  const { body } = await feed.read('follow-ups.ics')
  const parts: string[] = []
  for await (const part of body ?? []) parts.push(new TextDecoder().decode(part))
  expect(parts.length).toBeGreaterThan(3)
  const calendar = new ICAL.Component(ICAL.parse(parts.join('')))
  const ids = calendar.getAllSubcomponents('vevent').map((one) => new ICAL.Event(one).uid)
  expect(new Set(ids).size).toBe(1201)
})
