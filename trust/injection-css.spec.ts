import { expect, type Page } from '@playwright/test'
import { claim, test } from './browser/hostile.ts'
import { cssPayloads } from './css-payloads.ts'

const whole = process.env.TRUST === 'whole'
const perPage = 12

/** How everything around the card looks, in each frame of the page. */
function looks(page: Page): Promise<string[][]> {
  return page.evaluate(() =>
    [...document.querySelectorAll('iframe')].map((frame) => lookOf(frame.contentDocument)),
  )
}

// Run in the page, where only functions of the page are known.
declare function lookOf(page: Document | null): string[]

function defineLook() {
  Object.assign(window, { lookOf: read })

  function read(page: Document | null): string[] {
    const card = page?.querySelector('main')
    const around = [...(page?.querySelectorAll('*') ?? [])].filter(
      (element) => !card?.contains(element),
    )
    return around.map((element) => {
      const style = getComputedStyle(element)
      // The page is as long as the card makes it, its lower parts stand below, and `d` is the code of its address.
      const grows = /^(?:d$|height|block-size|perspective-origin|transform-origin|top|bottom|inset)/
      const said = [...style].filter((name) => !grows.test(name) && !name.startsWith('--'))
      return `${element.localName}.${element.className} ${said.map((name) => `${name}:${style.getPropertyValue(name)}`).join(';')} ${hit(element)}`
    })
  }

  /** Whether a press on it would be its own. */
  function hit(element: Element): string {
    if (!element.matches('.bc-bar a, .bc-bar button, .bc-foot a')) return ''
    element.scrollIntoView()
    const { x, y, width, height } = element.getBoundingClientRect()
    const top = element.ownerDocument.elementFromPoint(x + width / 2, y + height / 2)
    return element.contains(top) ? 'on top' : `under ${top?.className}`
  }
}

/** What of the second is not as in the first. */
function changes(one: string[], other: string[]): string[] {
  if (one.length !== other.length) return [`${other.length} elements`]
  return one.flatMap((text, at) => {
    const known = new Set(text.split(';'))
    const more = other[at]?.split(';').filter((part) => !known.has(part)) ?? []
    return more.map((part) => `${text.slice(0, 30)}: ${part}`)
  })
}

test('CSS of an owner asks for nothing and changes nothing around the card, without a policy', async ({
  page,
  hostile,
}) => {
  const asked: string[] = []
  const proxy = hostile.proxies.escaping
  page.on('request', (request) => {
    if (!request.url().startsWith(proxy)) asked.push(request.url())
  })
  const [name = '', value = ''] = hostile.cookie.split('=')
  await page.context().addCookies([{ name, value, url: proxy }])
  await page.addInitScript(defineLook)
  const open = async (all: number[]) => {
    const query = all.map((at) => `path=/view/css-${at}`).join('&')
    await page.goto(`${proxy}/frames?${query}`)
    return looks(page)
  }
  // The first card has no CSS, the second some that does no harm, and so the page's own guard.
  const [plain = [], guarded = []] = await open([0, 1])
  expect(plain.join()).toContain('on top')
  const every = cssPayloads.map((_, at) => at + 2).filter((at) => whole || at % 16 === 0)
  for (let start = 0; start < every.length; start += perPage) {
    const batch = every.slice(start, start + perPage)
    const seen = await open(batch)
    for (const [index, at] of batch.entries()) {
      const look = seen[index] ?? []
      const found = changes(plain, look).length > 0 ? changes(guarded, look) : []
      expect(found, cssPayloads[at - 2]).toEqual([])
    }
  }
  expect(asked).toEqual([])
  claim('style sheets that request nothing and affect only the card', every.length)
})
