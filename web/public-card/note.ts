/** The page's status line: what just happened, for five seconds. */

let hiding = 0

export function note(words: string): void {
  const line = document.querySelector('.bc-note')
  if (!line) return
  line.textContent = words
  clearTimeout(hiding)
  hiding = window.setTimeout(() => {
    line.textContent = ''
  }, 5000)
}
