/** Landing page script: dialogs, themes, sign-in state, install guide. */
import { storeLanguage } from '../messages/stored-language.ts'
import { listenForDialogs } from './dialogs.ts'
import { listenForInstallGuide } from './install-guide.ts'
import { isSignedIn } from './signed-in.ts'
import { listenForThemes } from './theme-chooser.ts'

listenForDialogs()
listenForThemes()
listenForInstallGuide()
listenForLanguages()
drawThumbnails()

void isSignedIn().then((known) => {
  document.documentElement.toggleAttribute('data-user', known)
})

/** Stores the language of a link that the visitor follows, so that the app is in it, too. */
function listenForLanguages(): void {
  document.addEventListener('click', ({ target }) => {
    const link = target instanceof Element && target.closest<HTMLElement>('a[data-language]')
    if (link) storeLanguage(link.dataset.language ?? null)
  })
}

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
