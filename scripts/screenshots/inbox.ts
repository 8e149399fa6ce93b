/** The screenshots of the inbox: Maria's, with what she added to the people who wrote to her first card. */
import type { Page } from '@playwright/test'
import type { Shot } from './steps.ts'

const as = 'maria'
const path = '/inbox/4'

export const inboxShots: Shot[] = [
  { name: 'inbox', path, as, prepare: (page) => open(page) },
  { name: 'inbox-entry', path, as, prepare: (page) => open(page, 'Priya Nair') },
  {
    name: 'inbox-bulk',
    path,
    as,
    prepare: async (page) => {
      await open(page)
      await page.getByRole('button', { name: 'Select several' }).click()
      await page.getByRole('button', { name: /^Select these/ }).click()
      await page.getByRole('region', { name: 'Selected submissions' }).scrollIntoViewIfNeeded()
    },
  },
  {
    name: 'dialog-own-fields',
    path,
    as,
    prepare: (page) => openDialog(page, 'Priya Nair', 'Edit your fields'),
  },
  {
    name: 'dialog-reply',
    path,
    as,
    prepare: async (page) => {
      await openDialog(page, 'Priya Nair', 'Reply with a template')
      await page.getByRole('dialog').getByLabel('Text').waitFor()
    },
  },
  {
    name: 'dialog-reply-templates',
    path,
    as,
    prepare: async (page) => {
      await openDialog(page, 'Priya Nair', 'Reply with a template')
      await page.getByRole('button', { name: 'Edit templates' }).click()
      await page.getByRole('dialog', { name: 'Reply templates' }).waitFor()
    },
  },
  {
    name: 'dialog-merge',
    path,
    as,
    prepare: (page) => openDialog(page, 'Henrik Soerensen', 'Merge…'),
  },
  {
    name: 'dialog-export-contacts',
    path,
    as,
    prepare: async (page) => {
      await page.getByRole('button', { name: 'Other formats' }).click()
      await page.getByRole('dialog').waitFor()
    },
  },
]

/** Opens the inbox, or the submission of a person in it. */
async function open(page: Page, name?: string) {
  await fill(page)
  const id = name && (await listEntries(page)).find(({ formData }) => formData.name === name)?.id
  await page.goto(id ? `${path}?entry=${id}` : path)
  await page.locator('.skeleton').first().waitFor({ state: 'detached' })
  if (id) await page.getByRole('button', { name: 'Delete submission' }).waitFor()
  await page.evaluate('scrollTo(0, 0)')
}

async function openDialog(page: Page, name: string, button: string) {
  await open(page, name)
  await page.getByRole('button', { name: button }).click()
  await page.getByRole('dialog').waitFor()
}

type Entry = { id: number; formData: { name: string } }

async function listEntries(page: Page): Promise<Entry[]> {
  const response = await page.request.get('/api/business-cards/4/submissions')
  return (await response.json()).entries
}

/** What the owner added. A repeat changes nothing. */
async function fill(page: Page) {
  const { request } = page
  const in3Days = new Date(Date.now() + 3 * 86_400_000).toISOString().slice(0, 10)
  await request.put('/api/account/contact-fields', { data: { fields } })
  await request.put('/api/business-cards/4/reply-templates', { data: { templates } })
  await request.post('/api/leads/batch', { data: { cardId: 4, leads: [lead] } })
  const priya = (await listEntries(page)).find(({ formData }) => formData.name === 'Priya Nair')
  const data = {
    ...{ tags: ['Gallery', 'Margate'], fields: { Budget: 120_000, Interest: 'Conversion' } },
    ...{ followUpOn: in3Days, timeZone: 'Europe/Berlin', assignee: 'devon' },
    note: 'Has planning permission. Send the gallery in Deal as an example.',
  }
  const response = await request.patch(`/api/submissions/${priya?.id}`, { data })
  if (!response.ok()) throw new Error(`The inbox was not filled: ${await response.text()}`)
}

const fields = [
  { name: 'Budget', kind: 'number', choices: [] },
  { name: 'Interest', kind: 'choice', choices: ['New build', 'Conversion', 'Advice'] },
]

const templates = [
  {
    name: 'Thanks for writing',
    subject: 'Your message of {date}',
    body: 'Dear {first name},\n\nthank you for writing. I will come back to you this week with a first sketch.\n\nKind regards\n{my name}\n{card link}',
  },
  {
    name: 'Invitation to the studio',
    subject: 'Visit us at Calvert Avenue',
    body: 'Dear {first name},\n\nshall we meet at the studio? Friday mornings suit us best.\n\n{my name}',
  },
]

/** The person of a submission, met again. */
const lead = {
  clientId: '7d9f3a52-3c8e-4a27-9a5e-8f1d2c3b4a01',
  capturedAt: new Date(Date.now() - 2 * 86_400_000).toISOString(),
  answers: {
    ...{ name: 'Henrik Soerensen', company: 'Fjordbyg A/S' },
    ...{ email: 'henrik@fjordbyg.example', phone: '+45 32 12 34 56' },
  },
  ...{ rating: 'hot', note: 'Wants the kiosk by spring.', consent: 'Agreed at the booth.' },
}
