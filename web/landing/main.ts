/** What the landing page does in a browser: dialogs, themes, who is signed in, the install guide. */
import { listenForDialogs } from './dialogs.ts'
import { listenForInstallGuide } from './install-guide.ts'
import { isSignedIn } from './signed-in.ts'
import { listenForThemes } from './theme-chooser.ts'

listenForDialogs()
listenForThemes()
listenForInstallGuide()
drawThumbnails()

void isSignedIn().then((known) => {
  document.documentElement.toggleAttribute('data-user', known)
})

/** Once the page is there, its sample cards are laid out one a frame, so that a scroll and a print find them all. */
export function drawThumbnails(): void {
  if (document.readyState === 'complete') drawNext()
  else addEventListener('load', drawNext)
}

function drawNext() {
  const thumb = document.querySelector('.thumb:not([data-drawn], .stage *)')
  if (!thumb) return
  thumb.toggleAttribute('data-drawn', true)
  requestAnimationFrame(() => whenIdle(drawNext))
}

// Safari has no idle callbacks.
const whenIdle: (work: () => void) => unknown = globalThis.requestIdleCallback ?? setTimeout
