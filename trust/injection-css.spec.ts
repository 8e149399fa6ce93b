import { expect, type Page } from '@playwright/test'
import { claim, test } from './browser/hostile.ts'
import { cssPayloads } from './css-payloads.ts'

const perPage = 12

/** The computed styles of every element outside the card, for each frame of the page. */
function readStyles(page: Page): Promise<string[][]> {
  return page.evaluate(() =>
    [...document.querySelectorAll('iframe')].map((frame) => stylesAround(frame.contentDocument)),
  )
}

// Runs in the page, which does not have the functions of this file.
declare function stylesAround(page: Document | null): string[]

function defineStylesAround() {
  Object.assign(window, { stylesAround: read })

  function read(page: Document | null): string[] {
    const card = page?.querySelector('main')
    // The page's script adds a `link` when it preloads a module.
    const around = [...(page?.querySelectorAll('*:not(link)') ?? [])].filter(
      (element) => !card?.contains(element),
    )
    return around.map((element) => {
      const style = getComputedStyle(element)
      // The height of the page and the position of its footer depend on the card, and `d` on the QR code of its URL.
      const depends =
        /^(?:d$|height|block-size|perspective-origin|transform-origin|top|bottom|inset)/
      const compared = [...style].filter((name) => !depends.test(name) && !name.startsWith('--'))
      return `${element.localName}.${element.className} ${compared.map((name) => `${name}:${style.getPropertyValue(name)}`).join(';')} ${hit(element)}`
    })
  }

  /** Whether a click on the element would reach it. */
  function hit(element: Element): string {
    if (!element.matches('.bc-bar a, .bc-bar button, .bc-foot a')) return ''
    element.scrollIntoView()
    const { x, y, width, height } = element.getBoundingClientRect()
    const top = element.ownerDocument.elementFromPoint(x + width / 2, y + height / 2)
    return element.contains(top) ? 'on top' : `under ${top?.className}`
  }
}

/** The declarations of the second that the first does not have. */
function changes(one: string[], other: string[]): string[] {
  if (one.length !== other.length) return [`${other.length} elements`]
  return one.flatMap((text, at) => {
    const known = new Set(text.split(';'))
    const more = other[at]?.split(';').filter((part) => !known.has(part)) ?? []
    return more.map((part) => `${text.slice(0, 30)}: ${part}`)
  })
}

test('CSS of an owner sends no request and changes nothing outside the card, without a policy', async ({
  page,
  hostile,
}) => {
  const requests: string[] = []
  const proxy = hostile.proxies.escaping
  page.on('request', (request) => {
    if (!request.url().startsWith(proxy)) requests.push(request.url())
  })
  const [name = '', value = ''] = hostile.cookie.split('=')
  await page.context().addCookies([{ name, value, url: proxy }])
  await page.addInitScript(defineStylesAround)
  const open = async (all: number[]) => {
    const query = all.map((at) => `path=/view/css-${at}`).join('&')
    await page.goto(`${proxy}/frames?${query}`)
    return readStyles(page)
  }
  // The first card has no CSS; the second has harmless CSS, and therefore the isolation styles.
  const [plain = [], guarded = []] = await open([0, 1])
  expect(plain.join()).toContain('on top')
  const every = cssPayloads.map((_, at) => at + 2)
  for (let start = 0; start < every.length; start += perPage) {
    const batch = every.slice(start, start + perPage)
    const seen = await open(batch)
    for (const [index, at] of batch.entries()) {
      const styles = seen[index] ?? []
      const found = changes(plain, styles).length > 0 ? changes(guarded, styles) : []
      expect(found, cssPayloads[at - 2]).toEqual([])
    }
  }
  expect(requests).toEqual([])
  claim('style sheets that request nothing and affect only the card', every.length)
})
