import { env } from 'cloudflare:workers'
import { expect, onTestFinished, test, vi } from 'vitest'
import { Template } from '../../schema/templates/template.ts'
import { isSlugTaken } from '../cards/slugs.ts'
import { runJobs } from '../operations/cron.ts'
import { dayMs } from '../platform/time.ts'
import { db, request, signIn } from '../testing/app.ts'
import { makeEvent } from '../testing/events.ts'
import { dumpEverything, findTraces, type Piece } from '../testing/find-leaks.ts'
import { makeFormData, makePng } from '../testing/images.ts'
import { openOutbox } from '../testing/mail-outbox.ts'
import { addKey } from '../testing/passkey.ts'
import { password, setUpFactor, signInWithPassword } from '../testing/second-factor.ts'
import { waitForRun } from '../testing/templates.ts'
import { recordEvents } from '../tracking/record.ts'

/** Each is unique to this user, and none is part of another. */
const marks = {
  username: 'quillfeather',
  formerName: 'oldplumage',
  fullName: 'Zephyrine Quandary',
  email: 'zq.person@marks.test',
  formerEmail: 'former.zq@marks.test',
  phone: '+44 7700 900817',
  slug: 'zq-first-slug',
  formerSlug: 'zq-former-slug',
  secondSlug: 'zq-second-slug',
  title: 'Marked Title Holder',
  company: 'Marked Company Ltd',
  about: 'Marked about text',
  aboutInSpanish: 'Texto marcado',
  address: '17 Marked Lane',
  cardPhone: '+44 7700 900818',
  cardEmail: 'card.zq@marks.test',
  website: 'https://marked-website.test/',
  link: 'https://marked-social.test/zq',
  button: 'https://marked-button.test/',
  visitor: 'Visiting Marksman',
  note: 'Marked note on an entry',
  token: 'Marked token name',
  feed: 'Marked feed name',
  passkey: 'Marked passkey name',
  shareLabel: 'Marked booth label',
  shareNote: 'Marked note on a booth',
  event: 'Marked event name',
}

test('an export contains all data of a user, and 30 days after deletion it remains only in backups, then nowhere', async ({
  task,
}) => {
  openOutbox()
  const person = await createUserData()
  const exported = await (await person.request('GET', '/api/account/export')).text()
  const missing = Object.entries(marks).filter(([, mark]) => !exported.includes(mark))
  expect(missing).toEqual([])
  const before = await dumpEverything()
  const unseen = Object.values(marks).filter((mark) => findTraces(mark, before).length === 0)
  expect(unseen).toEqual([])
  const { code } = person
  const response = await person.request('DELETE', '/api/account', { password, code })
  expect(response.status).toBe(204)
  await nightsAfter(29)
  expect(findTraces(marks.email, await dumpEverything())).not.toEqual([])
  await nightsAfter(31)
  const withBackups = await dumpEverything()
  expect(findTraces(marks.email, withBackups.filter(isNoBackup))).toEqual([])
  expect(findTraces(marks.email, withBackups)).not.toEqual([])
  for (const nights of [32, 33]) await nightsAfter(nights)
  const after = await dumpEverything()
  const tombstones = after.filter(({ where }) => where.includes('DB.slug_history.'))
  expect(tombstones.filter(({ text }) => /^#[0-9a-f]{64}$/.test(text)).length).toBe(3)
  const rest = after.filter((piece) => !tombstones.includes(piece))
  expect(Object.values(marks).flatMap((mark) => findTraces(mark, rest))).toEqual([])
  expect(findTraces('zq-', tombstones).filter((trace) => trace.startsWith('plain'))).toEqual([])
  for (const slug of [marks.slug, marks.formerSlug, marks.secondSlug])
    expect(await isSlugTaken(db, slug)).toBe(true)
  const auditRows = await env.DB.prepare('select count(*) as n from audit_log where actor_id = ?')
    .bind(person.user.id)
    .first('n')
  expect(auditRows).not.toBe(0)
  task.meta.proves = { what: 'personal data markers exported and erased', cases: 24 }
})

/** A level 3 user with a row in every table. */
async function createUserData() {
  const admin = await signIn(5)
  const person = await signInWithPassword(3, {
    username: marks.formerName,
    fullName: marks.fullName,
    email: marks.formerEmail,
    phone: marks.phone,
  })
  const { user, request: call } = person
  const renamed = await admin.request('PATCH', `/api/users/${user.id}`, {
    username: marks.username,
    email: marks.email,
  })
  expect(renamed.status).toBe(200)
  const cards = [await makeTheirCard(admin, user.id, marks.formerSlug)]
  cards.push(await makeTheirCard(admin, user.id, marks.secondSlug))
  const [card = 0, second = 0] = cards
  await fill(person, card)
  await visitors(card)
  const point = { label: marks.shareLabel, kind: 'booth', note: marks.shareNote }
  await call('POST', `/api/business-cards/${card}/share-points`, point)
  const days = { from: '2026-04-20', to: '2026-04-24', zone: 'UTC' }
  await call('POST', '/api/events', { name: marks.event, ...days })
  await call('POST', '/api/account/tokens', { name: marks.token })
  await call('POST', '/api/account/feeds', { name: marks.feed, kind: 'days', card, days: null })
  const { row } = await addKey(person)
  await call('PATCH', `/api/account/passkeys/${row.id}`, { name: marks.passkey })
  await call('POST', '/api/analytics-shares', { timeframe: 'month', card, days: 7 })
  await call('POST', '/api/reset-password', { email: marks.email })
  const { codes } = await setUpFactor(person)
  await fromTemplate(admin, { model: card, card: second })
  return { ...person, code: codes[0] }
}

async function makeTheirCard(admin: Awaited<ReturnType<typeof signIn>>, id: number, slug: string) {
  const made = await admin.request('POST', '/api/business-cards', { userId: id, slug })
  expect(made.status).toBe(201)
  return (await made.json<{ id: number }>()).id
}

async function fill(
  { request: call }: Awaited<ReturnType<typeof signInWithPassword>>,
  card: number,
) {
  const file = makePng(40, 40)
  const picture = await call(
    'POST',
    '/api/upload',
    makeFormData({ file, cardId: `${card}`, type: 'profile' }),
  )
  const { imageUrl } = await picture.json<{ imageUrl: string }>()
  const saved = await call('PUT', `/api/business-cards/${card}`, {
    slug: marks.slug,
    name: marks.fullName,
    title: marks.title,
    company: marks.company,
    about: marks.about,
    address: marks.address,
    phone: marks.cardPhone,
    email: marks.cardEmail,
    profilePicture: imageUrl,
    customizations: { website: marks.website },
    socialLinks: { website: marks.link },
    customButtons: [{ text: 'Site', url: marks.button, backgroundColor: '#d9bd90' }],
    formConfig: { fields: [{ key: 'name', required: true, label: null }] },
    locales: { es: { about: marks.aboutInSpanish } },
  })
  expect([saved.status, await saved.text()]).toEqual([200, expect.any(String)])
}

async function visitors(cardId: number) {
  const formData = { name: marks.visitor }
  const sent = await request('POST', '/api/form-submissions', { cardId, formData })
  expect(sent.status).toBe(201)
  await env.DB.prepare('update form_submissions set note = ?').bind(marks.note).run()
  const dead = JSON.stringify(makeEvent({ cardId, linkId: marks.website }))
  for (const table of ['event_inbox', 'dead_events'])
    await env.ANALYTICS.prepare(`insert into ${table} values ('broken', ?, ?)`)
      .bind(dead.replace('"kind"', '"unread"'), Date.now())
      .run()
  const kinds = ['view', 'click', 'save'] as const
  const events = kinds.map((kind) => makeEvent({ cardId, kind, visitor: 'v', linkId: 'primary' }))
  await recordEvents(env, events)
}

async function fromTemplate(
  admin: Awaited<ReturnType<typeof signIn>>,
  { model, card }: { model: number; card: number },
) {
  const fields = ['theme', 'coverPhoto', ...personalShared]
  const rules = Object.fromEntries(fields.map((field) => [field, 'locked']))
  const sent = { name: 'Team', cardId: model, rules }
  const template = Template.parse(
    await (await admin.request('POST', '/api/templates', sent)).json(),
  )
  const run = await admin.request('POST', `/api/templates/${template.id}/job`, {
    version: template.version,
    trialAt: new Date(Date.now() + 1000).toISOString(),
    only: [card],
  })
  expect(run.status).toBe(202)
  await waitForRun(admin, template)
}

const personalShared = ['about', 'address', 'website', 'videoUrl', 'customButtons', 'socialLinks']

/** Runs the nightly jobs as if so many nights had passed since the account was deleted. */
async function nightsAfter(nights: number) {
  const midnight = (Math.floor(Date.now() / dayMs) + (nights - passed)) * dayMs
  passed = nights
  onTestFinished(() => {
    vi.useRealTimers()
  })
  for (const hour of [2, 3]) {
    const now = midnight + hour * 3_600_000
    vi.useFakeTimers({ toFake: ['Date'], now })
    await runJobs({ ...env, BACKUPS_KEPT: '2' }, now)
  }
}

const isNoBackup = ({ where }: Piece) => !where.includes(' backup/')

let passed = 0
