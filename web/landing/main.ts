/** Landing page script: dialogs, themes, sign-in state, install guide. */
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

/**
 * After load, lays out the sample cards one per frame, so that scrolling and printing find all of
 * them.
 */
function drawThumbnails(): void {
  if (document.readyState === 'complete') drawNext()
  else addEventListener('load', drawNext)
}

function drawNext() {
  const thumb = document.querySelector('.thumb:not([data-drawn], .stage *)')
  if (!thumb) return
  thumb.toggleAttribute('data-drawn', true)
  requestAnimationFrame(() => whenIdle(drawNext))
}

// Safari has no requestIdleCallback.
const whenIdle: (work: () => void) => unknown = globalThis.requestIdleCallback ?? setTimeout
