/** The page's status line: what just happened, for five seconds. */

const line = document.querySelector<HTMLElement>('.bc-note')
/** Until something else happened the line holds the failure that the first script can tell without this one. */
export const downloadFailed = line?.textContent ?? ''
let hiding = 0

export function showStatus(words: string): void {
  if (!line) return
  line.textContent = words
  line.hidden = false
  clearTimeout(hiding)
  hiding = window.setTimeout(() => {
    line.hidden = true
  }, 5000)
}
