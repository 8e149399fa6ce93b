/** The script inside a card's page: counts the view, the time spent and the clicks, and fetches the rest on a press. */
import { post, sendAgain } from './unsent.ts'

const { card, own } = document.documentElement.dataset
const source = /^#(qr|nfc|share|signature)$/.exec(location.hash)?.[1]
const about = { cardId: Number(card), source, own: own === '' || undefined }
const view = eventId()
let shownAt = 0
let spent = 0

/** An event id carries its own time: base36 milliseconds, a hyphen, 64 random bits in base36. */
function eventId(): string {
  const [random] = crypto.getRandomValues(new BigUint64Array(1))
  return `${Date.now().toString(36)}-${`${random?.toString(36)}`.padStart(13, '0')}`
}

function track(kind: string, more: object) {
  post(`/api/card-${kind}s`, `Failed to track ${kind} event`, { ...about, ...more })
}

function open() {
  shownAt = performance.now()
  sendAgain()
  track('view', { eventId: view, phase: 'open' })
  // The mark has done its work, and an address copied from the bar should be the bare one.
  if (source) history.replaceState(null, '', location.pathname)
  document.addEventListener('visibilitychange', leave)
  addEventListener('pagehide', leave)
}

function leave({ type }: Event) {
  const now = performance.now()
  if (type !== 'pagehide' && !document.hidden) shownAt = now
  else if (shownAt < now) {
    spent += now - shownAt
    shownAt = Number.POSITIVE_INFINITY
    const dwellMs = Math.min(Math.round(spent), 86_400_000)
    track('view', { eventId: view, phase: 'leave', dwellMs })
  }
}

function press(): Promise<typeof import('./press.ts')> {
  const script = '/assets/card.js'
  return import(/* @vite-ignore */ script)
}

function pressed(event: MouseEvent) {
  const target = at(event, '[data-act],[data-l]')
  if (!target || event.button > 1) return
  const { l, act } = target.dataset
  const [linkType, linkId] = l?.split(/:(.*)/) ?? []
  if (l) track('click', { eventId: eventId(), linkType, linkId })
  if (act === 'save') track('save', { eventId: eventId() })
  if (!act || event.button || event.ctrlKey || event.metaKey || event.shiftKey) return
  const link = target instanceof HTMLAnchorElement && target
  if (link && (act !== 'save' || !navigator.onLine)) event.preventDefault()
  if (act === 'save' && !navigator.onLine) return say()
  press().then(
    ({ act }) => act(target),
    () => link && act !== 'save' && location.assign(link.href),
  )
}

/** The one failure that cannot wait for a second script. */
function say() {
  const note = document.querySelector<HTMLElement>('[data-offline]')
  if (note) note.textContent = note.dataset.offline ?? ''
}

function at({ target }: Event, selector: string) {
  return target instanceof Element ? target.closest<HTMLElement>(selector) : null
}

addEventListener('click', pressed)
addEventListener('auxclick', pressed)
addEventListener('pointerdown', (event) => {
  if (at(event, '[data-act],form')) press().catch(() => {})
})
addEventListener('submit', (event) => {
  const form = event.target
  if (!(form instanceof HTMLFormElement) || form.method !== 'post') return
  event.preventDefault()
  press().then(
    ({ send }) => send(form),
    () => form.submit(),
  )
})

const text = document.querySelector('.bc-clamp')
if (text && text.scrollHeight <= text.clientHeight) text.nextElementSibling?.remove()

const dock = document.querySelector<HTMLElement>('.bc-dock')
const save = document.querySelector('.bc-save')
if (dock && save)
  new IntersectionObserver(
    ([seen]) => {
      dock.hidden = seen?.isIntersecting ?? true
    },
    { rootMargin: '-52px 0px 0px' },
  ).observe(save)

if ('prerendering' in document && document.prerendering)
  document.addEventListener('prerenderingchange', open, { once: true })
else open()
