/** Pictures of badges and cards for booth mode, and what the form has after them. */
import type { Page } from '@playwright/test'
import sharp from 'sharp'
import type { Sample } from './capture-corpus.ts'

export const field = (page: Page, label: string) => page.getByLabel(label, { exact: true })

export async function photograph(page: Page, buffer: Buffer) {
  const input = page.locator('main input[type="file"]')
  await input.setInputFiles({ name: 'card.png', mimeType: 'image/png', buffer })
}

/** The sample as a photo: rendered, slightly blurred, and compressed. */
export async function picture(page: Page, sample: Sample | undefined): Promise<Buffer> {
  const other = await page.context().newPage()
  await other.setViewportSize({ width: 1180, height: 820 })
  await other.setContent(sample?.html ?? '')
  const shot = await other.screenshot()
  await other.close()
  return sharp(shot).blur(0.6).jpeg({ quality: 82 }).toBuffer()
}
