/** The script inside a card's page: counts the view, the time spent and the clicks, and fetches the rest on a press. */
import { post, sendAgain } from './unsent.ts'

const { card, own } = document.body.dataset
const source = /^#(qr|nfc|share|signature)$/.exec(location.hash)?.[1]
const [actions, dock, note] = document.querySelectorAll<HTMLElement>('.bc-act,.bc-dock,.bc-note')
const view = newId()
let shownAt = 0
let spent = 0

/** An event id carries its own time: base36 milliseconds, a hyphen, 64 random bits in base36. */
function newId(): string {
  const [random = 0n] = crypto.getRandomValues(new BigUint64Array(1))
  return `${Date.now().toString(36)}-${random.toString(36).padStart(13, '0')}`
}

function track(kind: string, more: object) {
  post(`/api/card-${kind}s`, {
    cardId: Number(card),
    eventId: newId(),
    source,
    own: own === '',
    ...more,
  })
}

function open() {
  shownAt = performance.now()
  sendAgain()
  track('view', { eventId: view })
  // An address copied from the bar should be the bare one; the form finds the mark in the history's state.
  if (source) history.replaceState(source, '', location.pathname)
  document.onvisibilitychange = leave
}

/** A page that is left is hidden first; one that is shown again goes on counting. */
function leave({ timeStamp }: Event) {
  if (!document.hidden) shownAt = timeStamp
  else {
    spent += timeStamp - shownAt
    track('view', { eventId: view, phase: 'leave', dwellMs: spent | 0 })
  }
}

function press(): Promise<typeof import('./press.ts')> {
  const script = '/assets/card.js'
  return import(/* @vite-ignore */ script)
}

function pressed(event: MouseEvent) {
  const target = at(event, '[data-act],[data-l]')
  if (!target || event.button > 1) return
  const { l, id, act } = target.dataset
  if (l) track('click', { linkType: l, linkId: id })
  if (act === 'save') track('save', {})
  if (!act || event.button || event.ctrlKey || event.metaKey) return
  const href = act === 'save' && navigator.onLine ? '' : target.getAttribute('href')
  if (href) event.preventDefault()
  press().then(
    ({ act }) => act(target),
    () => {
      // Without the second script a link leads where it says; of a contact file it says that it cannot be had.
      if (act !== 'save' && href) location.href = href
      else if (href && note) note.hidden = false
    },
  )
}

function warm(event: Event) {
  if (at(event, '[data-act],form')) press().catch(String)
}

function at({ target }: Event, selector: string) {
  return target instanceof Element && target.closest<HTMLElement>(selector)
}

window.onclick = window.onauxclick = pressed
window.onpointerdown = window.onkeydown = warm

if (actions && dock)
  new IntersectionObserver(([seen]) => {
    dock.hidden = !!seen?.isIntersecting
  }).observe(actions)

if (document.prerendering) document.onprerenderingchange = open
else open()
