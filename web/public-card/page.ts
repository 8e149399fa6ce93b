/** Shared by the parts of the deferred script: the words of the page, its status line, and style sheets on demand. */
import type { Words } from '../../card/words/en.ts'

/** The words of the page, in its language: the worker adds those that the card needs. */
export const words: Partial<Words> = JSON.parse(document.body.dataset.words ?? '{}')

const line = document.querySelector<HTMLElement>('.bc-note')
/** The initial text of the status line, which the inline script shows if the deferred script fails to load. */
export const downloadFailed = line?.textContent ?? ''
let hiding = 0

/** Shows a message in the status line for five seconds. */
export function showStatus(text: string | undefined): void {
  if (!line || !text) return
  line.textContent = text
  line.hidden = false
  clearTimeout(hiding)
  hiding = window.setTimeout(() => {
    line.hidden = true
  }, 5000)
}

const adopted = new Set<string>()

/** Adds the style sheet to the page, once. */
export function adoptStylesheet(css: string): void {
  if (adopted.has(css)) return
  adopted.add(css)
  const sheet = new CSSStyleSheet()
  sheet.replaceSync(css)
  document.adoptedStyleSheets.push(sheet)
}
