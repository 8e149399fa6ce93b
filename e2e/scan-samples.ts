/** Pictures of badges and cards in six languages, and which of their details booth mode reads. */
import { expect, type Page } from '@playwright/test'
import { field, photograph, picture } from './booth-pictures.ts'
import type { Sample } from './capture-corpus.ts'

/** Reads the samples in the open booth mode; expects 99 % of codes, 95 % of email addresses and 90 % of phone numbers. */
export async function readSamples(page: Page, samples: Sample[]) {
  const sent: string[] = []
  page.on('request', (request) => request.method() !== 'GET' && sent.push(request.url()))
  const score = { codes: [0, 0], emails: [0, 0], phones: [0, 0], missed: [] as string[] }
  for (const sample of samples) {
    const read = await readSample(page, sample)
    const wanted =
      sample.kind === 'code'
        ? [['codes', Object.keys(sample.truth)] as const]
        : [['emails', ['email']] as const, ['phones', ['phone']] as const]
    for (const [kind, keys] of wanted) {
      const isRight = keys.every((key) => isSame(key, read, sample))
      score[kind][0] = (score[kind][0] ?? 0) + (isRight ? 1 : 0)
      score[kind][1] = (score[kind][1] ?? 0) + 1
      if (!isRight)
        score.missed.push(
          `${sample.id} ${kind}: ${JSON.stringify(read)} for ${JSON.stringify(sample.truth)}`,
        )
    }
  }
  const share = ([right = 0, all = 1]: number[]) => right / all
  expect(share(score.codes), score.missed.join('\n')).toBeGreaterThanOrEqual(0.99)
  expect(share(score.emails), score.missed.join('\n')).toBeGreaterThanOrEqual(0.95)
  expect(share(score.phones), score.missed.join('\n')).toBeGreaterThanOrEqual(0.9)
  // No picture leaves the device.
  expect(sent).toEqual([])
}

const labels = {
  name: 'Name',
  email: 'Email',
  phone: 'Phone',
  mobile: 'Mobile',
  website: 'Website',
  code: 'Badge',
}

/** What the form has after a picture of the sample. */
async function readSample(page: Page, sample: Sample): Promise<Record<string, string>> {
  await photograph(page, await picture(page, sample))
  const clear = page.getByRole('button', { name: 'Clear' })
  const failed = page.getByText('No contact details found in this picture.')
  await expect(clear.or(failed)).toBeVisible({ timeout: 120_000 })
  const values = await Promise.all(
    Object.entries(labels).map(
      async ([key, label]) => [key, await field(page, label).inputValue()] as const,
    ),
  )
  if (await clear.isVisible()) await clear.click()
  return Object.fromEntries(values)
}

function isSame(key: string, read: Record<string, string>, { truth }: Sample): boolean {
  const wanted = Object.entries(truth).find(([name]) => name === key)?.[1] ?? ''
  const digits = (text = '') => text.replace(/\D/g, '')
  if (key === 'phone')
    return [read.phone, read.mobile].some((text) => digits(text) === digits(wanted))
  return read[key] === wanted
}
