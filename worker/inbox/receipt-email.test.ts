import { env } from 'cloudflare:workers'
import { sql } from 'drizzle-orm'
import { expect, test } from 'vitest'
import { dayMs, hourMs } from '../platform/time.ts'
import { wordsIn } from '../public/languages.ts'
import { findLiveCard } from '../public/public-card-queries.ts'
import { db, makeCard } from '../testing/app.ts'
import { formConfig } from '../testing/inbox.ts'
import { describeVisitor } from '../tracking/visitor.ts'
import { storedId, storeSubmission } from './form-submission.ts'
import {
  addressHashes,
  deleteExpiredReceiptMails,
  resumeReceipts,
  stopReceipts,
} from './receipt-addresses.ts'
import { confirmAddress, prepareCopy } from './receipt-email.tsx'
import { newReceipt, withdrawEntry } from './receipts.ts'

const exchanges = 400
const [addressCount, cardCount] = [24, 9]
const visitor = describeVisitor(new Request('http://cards.test'))

/** Reproducible: mulberry32. */
function randomNumbers(seed: number) {
  let state = seed
  return (below: number) => {
    state = (state + 0x6d2b79f5) | 0
    let t = Math.imul(state ^ (state >>> 15), 1 | state)
    t = (t + Math.imul(t ^ (t >>> 7), 61 | t)) ^ t
    return ((t ^ (t >>> 14)) >>> 0) % below
  }
}

type Sent = { at: number; card: number | null }
type Waiting = { at: number; card: number; clientId: string }
type Rules = ReturnType<typeof makeRules>
type Entry = { clientId: string; index: number; card: Awaited<ReturnType<typeof makeFoundCard>> }

/** The rules, for one address: written down a second time, without a database. */
function makeRules(asks: boolean) {
  let [sent, waiting]: [Sent[], Waiting[]] = [[], []]
  let [confirmedAt, isStopped] = [Number.NEGATIVE_INFINITY, false]
  const today = <T extends { at: number }>(all: T[], now: number) =>
    all.filter(({ at }) => at > now - dayMs)
  return {
    /** Returns the emails that an exchange sends. */
    exchange(now: number, card: number, clientId: string): ('copy' | 'question')[] {
      const counted = [...today(sent, now), ...today(waiting, now)]
      if (isStopped || counted.length >= 5 || counted.some((one) => one.card === card)) return []
      if (!asks || confirmedAt > now - 90 * dayMs) {
        sent.push({ at: now, card })
        return ['copy']
      }
      waiting.push({ at: now, card, clientId })
      if (counted.length >= 4 || today(sent, now).some((one) => one.card === null)) return []
      sent.push({ at: now, card: null })
      return ['question']
    },
    /** Returns the number of copies that it sends. */
    confirm(now: number): number {
      confirmedAt = now
      const before = sent.length
      for (const { card } of waiting) {
        const counted = today(sent, now)
        if (isStopped || counted.length >= 5 || counted.some((one) => one.card === card)) continue
        sent.push({ at: now, card })
      }
      waiting = []
      return sent.length - before
    },
    stop() {
      isStopped = true
      confirmedAt = Number.NEGATIVE_INFINITY
      waiting = []
    },
    resume() {
      isStopped = false
    },
    withdraw(clientId: string) {
      waiting = waiting.filter((one) => one.clientId !== clientId)
    },
    forget(now: number) {
      waiting = waiting.filter(({ at }) => at >= now - 2 * dayMs)
    },
    all: () => sent,
  }
}

/** The same mailbox, spelled differently. */
function spell({ seed, index }: { seed: number; index: number }, variant: number): string {
  const name = `v.isitor${seed}x${index}`
  return [
    `${name}@gmail.com`,
    `${name.replace('.', '')}+fair@GMAIL.com`,
    `VISITOR${seed}X${index}@googlemail.com`,
  ][variant % 3] as string
}

async function outbox(): Promise<string[]> {
  const rows = await db.all<{ id: string }>(sql`delete from mail_outbox returning id`)
  return rows.map(({ id }) => id)
}

/** Cards, addresses with their rules, and a clock that goes on; each exchange or decision is made and compared. */
async function makeWorld({ mode, seed }: { mode: string; seed: number }) {
  const bindings = { ...env, RECEIPT_EMAIL: mode }
  const random = randomNumbers(seed)
  const cards = await Promise.all(Array.from({ length: cardCount }, makeFoundCard))
  const rules = Array.from({ length: addressCount }, () => makeRules(mode === 'confirm'))
  const entries: Entry[] = []
  let now = Date.parse('2026-01-01T00:00:00Z')
  await outbox()
  const pickAddress = () => {
    const index = random(addressCount)
    return { index, hash: addressHashes(env, spell({ seed, index }, 0))[0], rule: at(rules, index) }
  }
  const pickEntry = () => ({
    clientId: crypto.randomUUID(),
    index: random(addressCount),
    card: at(cards, random(cardCount)),
  })
  return {
    rules,
    /** Sends the form, sometimes again; returns the number of emails. */
    async exchange(): Promise<number> {
      now += random(2 * hourMs)
      const former = random(10) === 0 ? entries[random(entries.length || 1)] : undefined
      const { clientId, index, card } = former ?? pickEntry()
      const agrees = random(10) > 2
      const to = spell({ seed, index }, random(3))
      const { token, hash } = newReceipt(env, { cardId: card.id, clientId })
      const content = { to, card, words: wordsIn('en'), origin: 'http://cards.test', token, now }
      const copy = agrees ? await prepareCopy(bindings, content) : undefined
      const form = { card, consent: '', answers: { email: to }, clientId, visitor }
      await storeSubmission(db, { ...form, receiptHash: hash, renewsReceipt: true }, copy)
      const sends = agrees && !former ? at(rules, index).exchange(now, card.id, clientId) : []
      const ids = { copy: copy?.mail.id, question: copy?.confirmation?.mail.id }
      expect(await outbox()).toEqual(sends.map((kind) => ids[kind]))
      if (!former) entries.push({ clientId, index, card })
      return sends.length
    },
    /** Stops, allows or confirms an address, deletes an entry, or runs the cron job; returns the number of emails. */
    async decide(): Promise<number> {
      const { hash, rule } = pickAddress()
      const what = random(60)
      if (what < 3) await Promise.all([stopReceipts(db, hash, now), rule.stop()])
      else if (what < 9) await Promise.all([resumeReceipts(db, hash), rule.resume()])
      else if (what < 14 && mode === 'confirm') {
        await confirmAddress(db, hash, now)
        const sent = (await outbox()).length
        expect(sent).toBe(rule.confirm(now))
        return sent
      } else if (what < 16) await withdraw(rules, entries[random(entries.length)])
      else if (what < 18) {
        await db.batch([...deleteExpiredReceiptMails(db, now)])
        for (const each of rules) each.forget(now)
      }
      return 0
    },
  }
}

async function makeFoundCard() {
  const { id } = await makeCard({ formConfig })
  const found = await findLiveCard(db, id)
  if (!found) throw new Error('There is no card')
  return found.card
}

async function withdraw(rules: Rules[], entry: Entry | undefined) {
  if (!entry) return
  const row = await db.get<{ id: number }>(
    sql`select id from form_submissions where client_id = ${storedId(entry.clientId)}`,
  )
  await withdrawEntry(db, row?.id ?? 0)
  at(rules, entry.index).withdraw(entry.clientId)
}

function at<T>(all: T[], index: number): T {
  const found = all[index]
  if (found === undefined) throw new Error(`There is nothing at ${index}`)
  return found
}

test.for([
  { mode: 'on', seed: 1 },
  { mode: 'confirm', seed: 2 },
])('emails of random exchanges are those of the rules ($mode)', async (kind, { task }) => {
  const world = await makeWorld(kind)
  let mails = 0
  for (let count = 0; count < exchanges / 2; count += 1)
    mails += (await world.exchange()) + (await world.decide())
  for (const { all } of world.rules)
    for (const { at: time } of all()) {
      const day = all().filter((one) => one.at > time - dayMs && one.at <= time)
      expect(day.length).toBeLessThanOrEqual(5)
      const ofCards = day.flatMap(({ card }) => card ?? [])
      expect(new Set(ofCards).size).toBe(ofCards.length)
    }
  expect(mails).toBeGreaterThan(exchanges / 20)
  task.meta.proves = { what: 'exchanges whose emails are those of the rules', cases: exchanges / 2 }
})
