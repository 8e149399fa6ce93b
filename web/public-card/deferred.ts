/**
 * Deferred script for interactions, loaded by the inline script when the page is idle, or on the first scroll, touch or
 * key.
 */

import { openChat } from './chat.ts'
import { leadOut } from './in-app.ts'
import { openLightbox } from './lightbox.ts'
import { downloadFailed, showStatus, words } from './page.ts'
import { retryQueued } from './retry-queue.ts'
import { copy, openQr, saveQr, share } from './share.ts'
import { clearMessage, submitForm } from './submit-form.ts'

const acts: Record<string, (target: HTMLElement) => void> = {
  save: saved,
  share,
  copy,
  qr: openQr,
  png: saveQr,
  svg: saveQr,
  more: readMore,
  photo: openLightbox,
  chat: openChat,
  video: play,
  map: showMap,
}

addEventListener('submit', (event) => {
  if (!(event.target instanceof HTMLFormElement) || event.target.method !== 'post') return
  event.preventDefault()
  submitForm(event.target)
})

addEventListener('input', clearMessage)
// It does not bubble.
addEventListener('invalid', clearMessage, true)

// The inline script handles only clicks with the main button; a middle click opens links, too.
addEventListener('auxclick', (event) => {
  if (event.button === 1 && !actOf(event)?.matches('a:not(.bc-save)')) window.onclick?.(event)
})

addEventListener('hashchange', openTarget)
openTarget()
retryQueued()

/**
 * Runs the action of the clicked element, unless its link leads elsewhere. `inline.ts` imports it at run time, unchecked.
 */
export function act(event: Event | undefined): void {
  if (!(event instanceof MouseEvent) || event.type !== 'click') return
  const target = actOf(event)
  const leaves = target?.matches('a:not(.bc-save)') && !event.defaultPrevented
  if (target && !leaves) acts[target.dataset.act ?? '']?.(target)
}

function actOf({ target }: Event): HTMLElement | null {
  const found = target instanceof Element ? target.closest<HTMLElement>('[data-act]') : null
  return found?.dataset.act && found.dataset.act in acts ? found : null
}

/** Unfolds the target of the URL's fragment, such as `#exchange`, which older browsers do not do. */
function openTarget() {
  const target = document.querySelector(':target')
  const fold = target?.closest('details')
  if (!target || !fold || fold.open) return
  fold.open = true
  target.scrollIntoView()
}

function saved(target: HTMLElement) {
  if (!navigator.onLine) return showStatus(downloadFailed)
  if (leadOut()) return
  const label = target.querySelector('span')
  if (!label || label.dataset.replaced) return
  const text = label.textContent
  label.dataset.replaced = 'yes'
  label.textContent = words.saved ?? ''
  setTimeout(() => {
    label.textContent = text
    delete label.dataset.replaced
  }, 4000)
}

function readMore(button: HTMLElement) {
  const open = button.getAttribute('aria-expanded') !== 'true'
  button.setAttribute('aria-expanded', String(open))
  button.textContent = (open ? words.readLess : words.readMore) ?? ''
  button.previousElementSibling?.classList.toggle('bc-clamp', !open)
}

function play({ dataset, parentElement }: HTMLElement) {
  const player = dataset.kind === 'file' ? film(dataset.src ?? '') : frame(dataset.src ?? '')
  player.title = words.video ?? ''
  parentElement?.replaceChildren(player)
  player.focus()
}

/** The first click loads the map; after that, the details element toggles it. */
function showMap(summary: HTMLElement) {
  if (summary.nextElementSibling?.matches('.bc-vid')) return
  const player = frame(summary.dataset.src ?? '')
  player.title = words.map ?? ''
  const box = document.createElement('div')
  box.className = 'bc-vid'
  box.append(player)
  summary.after(box)
}

function film(src: string) {
  return Object.assign(document.createElement('video'), {
    src,
    controls: true,
    autoplay: true,
    playsInline: true,
  })
}

function frame(src: string) {
  return Object.assign(document.createElement('iframe'), {
    src,
    allow: 'autoplay; fullscreen; encrypted-media; picture-in-picture',
    // The players refuse embedding pages without a referrer.
    referrerPolicy: 'strict-origin-when-cross-origin',
  })
}
