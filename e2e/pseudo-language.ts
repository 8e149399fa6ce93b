/** A pseudo-language: German with an accent on each letter and a vowel more in each word. A text without accents is not translated. */
import { expect, type Page } from '@playwright/test'
import { expectNoOverflow } from './testing.ts'

const accented: Record<string, string> = {
  a: 'á',
  b: 'ƀ',
  c: 'ç',
  d: 'đ',
  e: 'é',
  f: 'ƒ',
  g: 'ĝ',
  h: 'ĥ',
  i: 'í',
  j: 'ĵ',
  k: 'ķ',
  l: 'ļ',
  m: 'ɱ',
  n: 'ñ',
  o: 'ó',
  p: 'þ',
  q: 'ɋ',
  r: 'ŕ',
  s: 'š',
  t: 'ţ',
  u: 'ú',
  v: 'ṽ',
  w: 'ŵ',
  x: 'ẋ',
  y: 'ý',
  z: 'ž',
  A: 'Á',
  B: 'Ɓ',
  C: 'Ç',
  D: 'Đ',
  E: 'É',
  F: 'Ƒ',
  G: 'Ĝ',
  H: 'Ĥ',
  I: 'Í',
  J: 'Ĵ',
  K: 'Ķ',
  L: 'Ļ',
  M: 'Ṁ',
  N: 'Ñ',
  O: 'Ó',
  P: 'Þ',
  Q: 'Ɋ',
  R: 'Ŕ',
  S: 'Š',
  T: 'Ţ',
  U: 'Ú',
  V: 'Ṽ',
  W: 'Ŵ',
  X: 'Ẋ',
  Y: 'Ý',
  Z: 'Ž',
}

/** The German text in the pseudo-language; tags such as `<link>` stay. */
export function pseudo(text: string): string {
  return text.replace(/<[^>]*>|\p{L}+/gu, (part) =>
    part.startsWith('<')
      ? part
      : part.replace(/[aeiou]/i, '$&$&').replace(/[a-z]/gi, (letter) => accented[letter] ?? letter),
  )
}

/** Answers the German message files in the pseudo-language; the context must prefer German. */
export async function usePseudoLanguage(page: Page): Promise<void> {
  await page.route(/\/assets\/de-[\w-]+\.json$/, async (route) => {
    const response = await route.fetch()
    const messages: Record<string, unknown> = await response.json()
    const json = Object.fromEntries(
      Object.entries(messages).map(([id, message]) => [id, translate(message)]),
    )
    await route.fulfill({ response, json })
  })
}

/** A compiled message is a text, or a list of texts and placeholders: `[name, type, options]`, whose options may be messages. */
function translate(message: unknown): unknown {
  if (typeof message === 'string') return pseudo(message)
  if (!Array.isArray(message)) return message
  return message.map((part) => (Array.isArray(part) ? placeholder(part) : translate(part)))
}

function placeholder([name, type, options]: unknown[]): unknown[] {
  if (typeof options !== 'object' || options === null)
    return [name, type, options].slice(0, type ? 3 : 1)
  const translated = Object.entries(options).map(([key, value]) => [
    key,
    typeof value === 'number' ? value : translate(value),
  ])
  return [name, type, Object.fromEntries(translated)]
}

/** Texts and names of controls without any accent, apart from names, values and dates. */
export async function untranslated(page: Page): Promise<string[]> {
  const texts = await page.evaluate(() => {
    const skipped = `script, style, noscript, template, code, pre, textarea,
      [translate="no"], [lang]:not(html, [lang="de"])`
    const isShown = (element: Element) =>
      !element.closest(skipped) && element.checkVisibility({ visibilityProperty: true })
    const found: string[] = []
    const texts = document.createTreeWalker(document.body, NodeFilter.SHOW_TEXT)
    while (texts.nextNode()) {
      const { parentElement, textContent } = texts.currentNode
      // Values of users are isolated from the direction of the text around them.
      if (!parentElement || parentElement.closest('bdi, [dir="auto"]')) continue
      if (isShown(parentElement)) found.push(textContent ?? '')
    }
    for (const name of ['aria-label', 'placeholder', 'title', 'alt'])
      for (const element of document.querySelectorAll(`[${name}]`))
        if (isShown(element)) found.push(element.getAttribute(name) ?? '')
    return found
  })
  const isPlain = (text: string) => /[a-z]{3}/i.test(text) && !ofMessages.test(text)
  const left = texts.map((text) => text.replace(untranslatable, ' ')).filter(isPlain)
  return [...new Set(left)]
}

/** The widths at which screens are looked at: small and usual phones, and a desktop. */
export const widths = [320, 390, 1440]

/** Nothing is wider than the page, and no message is cut off. */
export async function expectToFit(page: Page, where: string): Promise<void> {
  await expectNoOverflow(page, where)
  expect(await clipped(page), where).toEqual([])
}

/** Messages that are cut off at the end of their element, and columns of a board that continue over the next. */
async function clipped(page: Page): Promise<string[]> {
  const texts = await page.evaluate(() =>
    [...document.querySelectorAll('body *')]
      .filter(
        (element) =>
          // What only screen readers read is a few pixels wide.
          element.clientWidth > 4 &&
          [...element.childNodes].some((node) => node instanceof Text) &&
          element.scrollWidth > element.clientWidth + 1 &&
          (element.matches('.board-funnel dt') ||
            /hidden|clip/.test(getComputedStyle(element).overflowX)) &&
          element.checkVisibility({ visibilityProperty: true }),
      )
      .map(({ textContent }) => textContent ?? ''),
  )
  return texts.filter((text) => ofMessages.test(text))
}

const ofMessages = new RegExp(`[${Object.values(accented).join('')}]`)

/** What is the same in every language, or written by the browser in German: values of the test and the demo, paths, dates. */
const untranslatable = new RegExp(
  [
    String.raw`https?:\S+|localhost\S+|/view/\S*|\S+@\S+|journey-\w+|(GET|POST|PUT|PATCH|DELETE) /\S*|\b\d{4}_\w+`,
    'Edgecard|Acme|Robin Vale|Booth 12|Hannover Messe|example\\.com|ANALYTICS|UTC',
    'iOS|Android|Windows|macOS|Linux|Safari|Chrome|Edge|Firefox',
    '(Mon|Diens|Donners|Frei|Sams|Sonn)tag|Mittwoch|Januar|Februar|März|April|Mai|Juni|Juli|August',
    '(Septem|Novem|Dezem)ber|Oktober|Vereinigte Staaten|Vereinigtes Königreich|Deutschland|Kanada|Australien',
  ].join('|'),
  'g',
)
