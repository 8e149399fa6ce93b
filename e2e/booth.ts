/** Staff in booth mode: whom they meet, tabs that are killed, and a connection that fails. */
import { createHash, randomUUID } from 'node:crypto'
import { type APIRequestContext, type BrowserContext, expect, type Page } from '@playwright/test'
import * as z from 'zod/mini'
import { read } from './testing.ts'

export const question = 'Which product?'

export type Person = {
  fields: Record<'Name' | 'Company' | 'Title' | 'Email' | 'Phone', string>
  answer: string
  note: string
  rating: 'hot' | 'warm' | 'cold' | null
  agrees: boolean
}

const families = ['Müller-Lüdenscheidt', "O'Brien", '山田 太郎', 'Ångström', 'de la Cruz', 'عمر']
const ratings = ['hot', 'warm', 'cold', null] as const

/** Everybody differs in every field. */
export function person(at: number): Person {
  const number = String(at).padStart(3, '0')
  return {
    fields: {
      Name: `${number} ${families[at % families.length]}`,
      Company: `Lamps & Sons "${number}"`,
      Title: `Buyer ${number}`,
      Email: `buyer.${number}@lamps.example`,
      Phone: `+49 30 1234${number}`,
    },
    answer: `Lamp ${number}`,
    note: at % 3 === 0 ? '' : `Call on day ${number}\n<b>😀</b> 100 %`,
    rating: ratings[at % ratings.length] ?? null,
    agrees: at % 2 === 0,
  }
}

/** A tab in booth mode. */
export class BoothTab {
  readonly #context: BrowserContext
  readonly #path: string
  #page: Page | undefined

  constructor(context: BrowserContext, path: string) {
    this.#context = context
    this.#path = path
  }

  get page(): Page {
    if (!this.#page) throw new Error('The tab is closed.')
    return this.#page
  }

  async open() {
    this.#page = await this.#context.newPage()
    await this.#page.goto(this.#path)
    await expect(this.#page.getByRole('button', { name: 'Save lead' })).toBeVisible()
  }

  async kill() {
    await this.#page?.close()
  }

  field(label: string) {
    return this.page.getByLabel(label, { exact: true })
  }

  /** Writes a person down; the tab is killed in between if there is a trouble. */
  async meet(one: Person, trouble: 'none' | 'killed while typing' | 'killed while saving') {
    if (trouble === 'killed while typing') {
      await untilStored(this.page, this.field('Name').fill(one.fields.Name))
      await this.field('Company').fill(one.fields.Name)
      await this.kill()
      await this.open()
      await expect(this.field('Name')).toHaveValue(one.fields.Name)
    }
    await this.#typeIn(one)
    if (trouble === 'killed while saving') {
      const begun = this.page.waitForEvent('console', (line) => line.text() === savingText)
      // The click may never be answered.
      void this.#save().catch(() => {})
      await begun
      await this.kill()
      await this.open()
      const left = await this.field('Name').inputValue()
      if (left === '') return
      expect(left).toBe(one.fields.Name)
    }
    await this.#save()
    await expect(this.field('Name')).toHaveValue('')
  }

  async #typeIn({ fields, answer, note, rating, agrees }: Person) {
    for (const [label, text] of Object.entries(fields)) await this.field(label).fill(text)
    await this.field(question).fill(answer)
    await this.field('Note').fill(note)
    if (rating) await this.page.getByRole('radio', { name: rating }).press(' ')
    if (agrees) await this.page.getByRole('checkbox').press(' ')
  }

  #save() {
    return this.field(question).press('Enter')
  }
}

const savingText = 'A lead is being stored'
const typedText = 'What is typed is stored'

/** Logs when a lead is being stored and when what is typed has been stored, so that a tab can be killed at that moment. */
export async function logStoring(context: BrowserContext) {
  await context.addInitScript(
    ([saving, typed]) => {
      const { put } = IDBObjectStore.prototype
      IDBObjectStore.prototype.put = function (value, key) {
        const [, kind] = Array.isArray(key) ? key : []
        if (kind === 'lead') console.debug(saving)
        if (kind === 'draft')
          this.transaction.addEventListener('complete', () => console.debug(typed))
        return put.call(this, value, key)
      }
    },
    [savingText, typedText] as const,
  )
}

/** Types, and waits until it is stored. What is typed just before a tab is killed may be lost. */
export async function untilStored(page: Page, typing: Promise<void>) {
  await Promise.all([page.waitForEvent('console', (line) => line.text() === typedText), typing])
}

export type NetworkMode = 'open' | 'lost' | 'killed' | 'refused' | 'overloaded' | 'portal'

/** The way of the leads to the server. */
export class Network {
  mode: NetworkMode = 'open'
  /** Called once when a response is on its way. */
  kill = async () => {}
  readonly counts: Record<NetworkMode, number> = {
    ...{ open: 0, lost: 0, killed: 0, refused: 0, overloaded: 0, portal: 0 },
  }

  async start(context: BrowserContext) {
    await context.route('**/api/leads/batch', async (route) => {
      const { mode } = this
      this.counts[mode] += 1
      if (mode === 'open') return route.continue()
      if (mode === 'refused') return route.abort('connectionrefused')
      if (mode === 'overloaded') return route.fulfill({ status: 503, body: 'Overloaded' })
      if (mode === 'portal')
        return route.fulfill({ contentType: 'text/html', body: '<h1>Hall Wi-Fi: sign in</h1>' })
      expect((await route.fetch()).status()).toBe(200)
      if (mode === 'killed') return this.kill()
      return route.abort()
    })
  }
}

/** An event of today with one question. */
export async function newEvent(api: APIRequestContext): Promise<number> {
  const day = new Date().toISOString().slice(0, 10)
  const fields = { name: 'Expo', from: day, to: day, zone: 'UTC', questions: [question] }
  const made = await api.post('/api/events', { data: { ...fields, clientId: randomUUID() } })
  expect(made.status(), await made.text()).toBe(201)
  return (await made.json()).id
}

/** The person as a row of the inbox. */
export function rowOf({ fields, answer, note, rating, agrees }: Person, consent: string) {
  const { Name: name, Company: company, Title: title, Email: email, Phone: phone } = fields
  return {
    form_data: { name, title, company, email, phone, [question]: answer },
    note: note || null,
    rating,
    consent_hash: agrees ? createHash('sha256').update(consent).digest('hex') : null,
  }
}

/** What the page says of leads that wait. */
export const waits = (count: number) =>
  `${count} waiting. ${count === 1 ? 'It is' : 'They are'} sent when there is a connection.`

export async function save(page: Page) {
  await page.getByRole('button', { name: 'Save lead' }).click()
  await expect(page.getByLabel('Name', { exact: true })).toHaveValue('')
}

const Entries = z.object({
  entries: z.array(z.looseObject({ formData: z.record(z.string(), z.string()) })),
})

export async function inboxOf(api: APIRequestContext, cardId: number) {
  return Entries.parse(await read(api, `/api/business-cards/${cardId}/submissions`))
}

export async function namesIn(api: APIRequestContext, cardId: number) {
  const { entries } = await inboxOf(api, cardId)
  return entries.map(({ formData }) => formData.name).sort()
}
