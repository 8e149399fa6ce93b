import * as fc from 'fast-check'
import { expect, test } from 'vitest'
import { InboxPage, type Submission } from '../../schema/inbox/inbox.ts'
import { rateLimits } from '../../schema/operations/tables.ts'
import { db } from '../testing/app.ts'
import { makeEntry, makeInbox } from '../testing/inbox.ts'
import { merge, novemberDay, split, storedEntries } from '../testing/merges.ts'
import { withdrawEntry } from './receipts.ts'

type Answers = Record<string, string>
type Sent = { id: number; at: string; answers: Answers }
/** What the list has to show: an entry, and what each of its merges added to it. */
type Contact = { sent: Sent; merges: Contact[][] }

const emails = ['ada@x.test', 'bob@x.test', 'eve@x.test']
const pick = fc.nat(30)
const step = fc.oneof(
  { weight: 3, arbitrary: fc.record({ do: fc.constant('send'), who: fc.nat(2), day: pick }) },
  { weight: 4, arbitrary: fc.record({ do: fc.constant('merge'), who: pick, with: pick }) },
  { weight: 3, arbitrary: fc.record({ do: fc.constantFrom('split', 'undo'), who: pick }) },
  { weight: 2, arbitrary: fc.record({ do: fc.constantFrom('note', 'tag', 'done'), who: pick }) },
  {
    weight: 1,
    arbitrary: fc.record({ do: fc.constantFrom('delete', 'withdraw', 'erase'), who: pick }),
  },
)
type Step = { do: string; who: number; with?: number; day?: number }

function membersOf({ sent, merges }: Contact): Sent[] {
  return [sent, ...merges.flat().flatMap(membersOf)]
}

function newest(sent: Sent[]): Sent[] {
  return sent.toSorted((a, b) => (a.at === b.at ? b.id - a.id : a.at < b.at ? 1 : -1))
}

function shownAnswers(contact: Contact): Answers {
  return Object.assign(
    {},
    ...newest(membersOf(contact))
      .map(({ answers }) => answers)
      .reverse(),
  )
}

/** The contacts after undoing merges until the entry is merged with no other. */
function apart(contacts: Contact[], { id }: Sent): Contact[] {
  const holds = (contact: Contact) => membersOf(contact).some((one) => one.id === id)
  const found = contacts.find(holds)
  const last = found?.merges.at(-1)
  if (!found || !last) return contacts
  const others = contacts.filter((one) => one !== found)
  return apart([...others, { ...found, merges: found.merges.slice(0, -1) }, ...last], {
    ...found.sent,
    id,
  })
}

async function play(steps: Step[]) {
  const { card, ownRequest, list } = await makeInbox()
  let contacts: Contact[] = []
  let count = 0
  const find = (at: number) => contacts[at % Math.max(1, contacts.length)]
  const shown = async ({ sent: { id } }: Contact): Promise<Submission | undefined> =>
    (await list()).entries.find((entry) => entry.id === id)
  const send = async ({ who, day = 0 }: Step) => {
    count += 1
    const answers: Answers = { name: `Visitor ${count}`, email: emails[who] ?? '' }
    if (count % 3 === 0) answers.company = `Company ${count}`
    const at = novemberDay(1 + (day % 28))
    const note = count % 2 === 0 ? `Note ${count}` : null
    const row = { formData: answers, timestamp: at, note, tags: [`Tag ${count % 4}`] }
    const { id } = await makeEntry(card.id, row)
    contacts.push({ sent: { id, at, answers }, merges: [] })
  }
  const mergeSome = async (one: Contact, other: Contact, isUndone: boolean) => {
    const before = await storedEntries(card.id)
    const merged = await merge(ownRequest, [one.sent.id, other.sent.id])
    if (isUndone) {
      expect((await split(ownRequest, merged)).status).toBe(200)
      return expect(await storedEntries(card.id)).toEqual(before)
    }
    const first = newest([one.sent, other.sent])[0] === one.sent ? one : other
    const absorbed = first === one ? other : one
    contacts = contacts.filter((contact) => contact !== one && contact !== other)
    contacts.push({ ...first, merges: [...first.merges, [absorbed]] })
  }
  const change = async (contact: Contact, body: object) =>
    ownRequest('PATCH', `/api/submissions/${contact.sent.id}`, body)
  const remove = async (act: string, contact: Contact) => {
    const members = membersOf(contact)
    if (act === 'delete') {
      await ownRequest('DELETE', `/api/submissions/${contact.sent.id}`)
      contacts = contacts.filter((one) => one !== contact)
      return
    }
    const victim = members.at(-1) ?? contact.sent
    const { email } = victim.answers
    const gone =
      act === 'withdraw'
        ? [victim]
        : contacts.flatMap(membersOf).filter(({ answers }) => answers.email === email)
    for (const sent of gone) contacts = apart(contacts, sent)
    if (act === 'withdraw') await withdrawEntry(db, victim.id)
    else if (email) await ownRequest('DELETE', '/api/visitor-data', { email })
    const ids = new Set(gone.map(({ id }) => id))
    contacts = contacts.filter(({ sent }) => !ids.has(sent.id))
  }
  for (const [at, one] of steps.entries()) {
    await db.delete(rateLimits)
    const contact = find(one.who)
    const other = find(one.with ?? one.who + 1)
    if (one.do === 'send') await send(one)
    if (!contact) continue
    if ((one.do === 'merge' || one.do === 'undo') && other && other !== contact)
      await mergeSome(contact, other, one.do === 'undo')
    if (one.do === 'split') {
      const entry = await shown(contact)
      if (entry?.mergeId) await split(ownRequest, entry)
      const last = contact.merges.at(-1)
      if (last) contacts = apartOnce(contacts, contact, last)
    }
    if (one.do === 'note') await change(contact, { note: `Changed ${at}` })
    if (one.do === 'tag') await change(contact, { tags: [`Added ${at}`] })
    if (one.do === 'done') await change(contact, { status: 'done' })
    if (['delete', 'withdraw', 'erase'].includes(one.do)) await remove(one.do, contact)
    await compare()
  }

  async function compare() {
    const response = await ownRequest('GET', `/api/business-cards/${card.id}/submissions?limit=50`)
    const { entries, total } = InboxPage.parse(await response.json())
    const present = entries.filter(({ withdrawnAt }) => withdrawnAt === null)
    const is = present.map(({ id, formData, merged }) => [id, formData, merged.toSorted()])
    const wanted = newest(contacts.map(({ sent }) => sent)).map((sent) => {
      const contact = contacts.find((one) => one.sent === sent) ?? { sent, merges: [] }
      const others = membersOf(contact).map(({ id }) => id)
      return [sent.id, shownAnswers(contact), others.filter((id) => id !== sent.id).toSorted()]
    })
    expect(is).toEqual(wanted)
    expect(total).toBe(entries.length)
  }
}

function apartOnce(contacts: Contact[], contact: Contact, last: Contact[]): Contact[] {
  const others = contacts.filter((one) => one !== contact)
  return [...others, { ...contact, merges: contact.merges.slice(0, -1) }, ...last]
}

test('after any merges, splits, changes and deletions the inbox shows what an oracle does', async ({
  task,
}) => {
  const runs = 12
  await fc.assert(fc.asyncProperty(fc.array(step, { minLength: 10, maxLength: 40 }), play), {
    numRuns: runs,
    endOnFailure: true,
  })
  Object.assign(task.meta, { runs })
})
