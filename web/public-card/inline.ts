/**
 * Inline script of a card's page: tracks views, time on page and clicks, and loads the deferred
 * script on the first interaction, or when the page is idle.
 */

// Globals by their short names: this script is part of every card, so every byte counts.
declare const note: HTMLElement
declare let onload: () => void,
  onclick: (event: MouseEvent & { target: Element }) => void,
  onscroll: ((event: Event) => void) | null,
  onpointerdown: typeof onscroll,
  onkeydown: typeof onscroll

const { card, own } = document.body.dataset
const [, code, way] =
  /^\/s\/(\w+)|#(qr|nfc|share|signature)$/.exec(location.pathname + location.hash) ?? []
let shownAt = 0
let spent = 0

/**
 * How far this clock is ahead of the server's, in milliseconds; 0 until the server rejects an event's time.
 */
let ahead = 0

/** An event id contains its time: base36 milliseconds, a hyphen, 64 random bits in base36. */
const newId = () =>
  [
    Date.now(),
    crypto.getRandomValues(new BigUint64Array(1))[0]?.toString(36).padStart(13, '0'),
  ] as const

const view = newId()

/** Sends with keepalive; a failed event is stored for `retry-queue.ts` to send again. */
const track = async (kind: string, more?: object, id = newId()): Promise<void> => {
  const path = `/api/card-${kind}s`
  const body = JSON.stringify({
    cardId: Number(card),
    eventId: `${(id[0] - ahead).toString(36)}-${id[1]}`,
    source: code ?? way,
    own: own === '',
    ...more,
  })
  const sent = await fetch(path, { method: 'POST', keepalive: true, body }).catch((error) => error)
  if (sent.ok) return
  if (sent.status === 409 && !ahead) {
    ahead = Date.now() - Date.parse(sent.headers.get('Date'))
    return track(kind, more, id)
  }
  // The wording is a product requirement.
  console.error(`Failed to track ${kind} event`, sent)
  localStorage[body] = path
}

/**
 * Pages are hidden while they prerender and before they unload. Time counts only while the page is visible.
 */
const trackTime = () => {
  const now = Date.now()
  if (!document.hidden) {
    if (!shownAt) track('view', {}, view)
    shownAt = now
  } else if (shownAt) {
    spent += now - shownAt
    track('view', { phase: 'leave', dwellMs: spent }, view)
  }
}

/** Loads the deferred script, which then handles the event. If loading fails, follows the link instead. */
const loadDeferred = (event?: Event, href?: string) => {
  onscroll = null
  const script = '/assets/card.js'
  import(/* @vite-ignore */ script).then(
    ({ act }) => {
      perform = act
      act(event)
    },
    () => {
      if (href) location.href = href
    },
  )
}

// Runs synchronously in the click once the script has loaded, because Safari refuses to copy after a promise.
let perform = loadDeferred

onclick = (event) => {
  const target = event.target.closest<HTMLAnchorElement>('[data-act]')
  const { act, id } = target?.dataset ?? {}
  if (id) track('click', { linkType: act, linkId: id })
  else if (act) {
    // A picture or a video opens in the page, and waits for the script.
    const href = act !== 'save' && !event.ctrlKey && !event.metaKey ? target?.href : ''
    if (href) event.preventDefault()
    perform(event, href)
  }
  if (act === 'save') {
    track(act)
    if (!navigator.onLine) {
      event.preventDefault()
      note.hidden = false
    }
  }
}
onscroll = onpointerdown = onkeydown = loadDeferred
// Safari has no idle callbacks.
onload = () => (self.requestIdleCallback ?? setTimeout)(() => loadDeferred())

document.onvisibilitychange = trackTime
trackTime()
// The address bar should show the plain URL for copying; the form reads the source from the history
// state.
if (way) history.replaceState(way, '', location.pathname)
if (localStorage.length || location.hash) loadDeferred()

// Makes this file a module, so its names are not global.
export {}
