/** The pictures of the user guide, `web/public/guide/{name}.webp`, in the sizes that the guide names. */
import type { Page } from '@playwright/test'
import sharp from 'sharp'

export type Picture = {
  as?: string
  path: string
  /** In CSS pixels; the page is rendered at twice as many. */
  viewport: { width: number; height: number }
  /** The picture's size in pixels; what is below is cut off. */
  size: { width: number; height: number }
  /** Steps before the picture is taken. */
  prepare?: (page: Page) => Promise<unknown>
  /** Takes the picture, a PNG; without it the picture is the viewport. */
  shoot?: (page: Page) => Promise<Buffer>
}

/** Ada's card and account are Maria's; the theme of each card is another one. */
export const pictures: Record<string, Picture> = {
  dashboard: {
    as: 'maria',
    path: '/dashboard',
    viewport: { width: 1492, height: 900 },
    size: { width: 1200, height: 634 },
    prepare: namePublicLink,
    shoot: (page) => page.locator('.first-card').screenshot({ animations: 'disabled' }),
  },
  'quick-editor': {
    as: 'maria',
    path: '/mobile-editor/4',
    viewport: { width: 390, height: 844 },
    size: { width: 640, height: 935 },
  },
  themes: {
    path: '/view/ada',
    viewport: { width: 390, height: 700 },
    size: { width: 1200, height: 684 },
    shoot: threeCards,
  },
  qr: {
    path: '/view/ada',
    viewport: { width: 390, height: 700 },
    size: { width: 640, height: 1149 },
    prepare: async (page) => {
      await page.getByRole('button', { name: 'QR Code' }).click()
      await page.getByRole('dialog').waitFor()
    },
  },
  analytics: {
    as: 'maria',
    path: '/analytics/4?range=weekly',
    viewport: { width: 1240, height: 909 },
    size: { width: 1200, height: 880 },
    prepare: (page) => page.locator('.chart-place canvas').first().waitFor(),
  },
}

// The address of a real installation instead of this machine's.
function namePublicLink(page: Page) {
  return page.evaluate(`
    const texts = document.createTreeWalker(document.querySelector('.first-card'), NodeFilter.SHOW_TEXT)
    while (texts.nextNode())
      texts.currentNode.data = texts.currentNode.data.replace(/^localhost:\\d+/, 'edgecard.example')`)
}

const plate = { width: 378, height: 620, left: 17, top: 32, step: 394 }

/** Three cards beside one another, each without the bar above it. */
async function threeCards(page: Page): Promise<Buffer> {
  const cards: { input: Buffer; left: number; top: number }[] = []
  for (const [at, slug] of ['ada', 'ben', 'devon'].entries()) {
    await page.goto(`/view/${slug}`, { waitUntil: 'networkidle' })
    const bar = await page.locator('.bc-bar').boundingBox()
    const height = Math.round((390 * plate.height) / plate.width)
    const clip = { x: 0, y: bar?.height ?? 0, width: 390, height }
    const shot = await page.screenshot({ animations: 'disabled', clip })
    const input = await sharp(shot).resize(plate.width, plate.height).png().toBuffer()
    cards.push({ input, left: plate.left + at * plate.step, top: plate.top })
  }
  const ground = { width: 1200, height: 684, channels: 3, background: '#12110f' } as const
  return sharp({ create: ground }).composite(cards).png().toBuffer()
}
