/** The page's status line: shows a message for five seconds. */

const line = document.querySelector<HTMLElement>('.bc-note')
/**
 * The line initially contains the message that the inline script shows when the deferred script
 * fails to load.
 */
export const downloadFailed = line?.textContent ?? ''
let hiding = 0

export function showStatus(text: string | undefined): void {
  if (!line || !text) return
  line.textContent = text
  line.hidden = false
  clearTimeout(hiding)
  hiding = window.setTimeout(() => {
    line.hidden = true
  }, 5000)
}
