/** The script inside a card's page: counts the view, the time spent and the clicks, and fetches the rest at a sign of life. */

// Properties of the window, by their short names: every byte of this script is in every card.
declare const note: HTMLElement
declare let onclick: (event: MouseEvent & { target: Element }) => void,
  onscroll: ((event: Event) => void) | null,
  onpointerdown: typeof onscroll,
  onkeydown: typeof onscroll

const { card, own } = document.body.dataset
const source = /#(qr|nfc|share|signature)$/.exec(location.hash)?.[1]
let shownAt = 0
let spent = 0

/** How many milliseconds this clock is ahead of the server's; 0 until the server has refused it. */
let ahead = 0

/** An event id carries its own time: base36 milliseconds, a hyphen, 64 random bits in base36. */
const newId = () =>
  [
    Date.now(),
    crypto.getRandomValues(new BigUint64Array(1))[0]?.toString(36).padStart(13, '0'),
  ] as const

const view = newId()

/** Posts without holding up the page; what was not taken is kept, to be sent once more by `retry-queue.ts`. */
const track = async (kind: string, more?: object, id = newId()): Promise<void> => {
  const path = `/api/card-${kind}s`
  const body = JSON.stringify({
    cardId: Number(card),
    eventId: `${(id[0] - ahead).toString(36)}-${id[1]}`,
    source,
    own: own === '',
    ...more,
  })
  const sent = await fetch(path, { method: 'POST', keepalive: true, body }).catch((error) => error)
  if (sent.ok) return
  if (sent.status === 409 && !ahead) {
    ahead = Date.now() - Date.parse(sent.headers.get('Date'))
    return track(kind, more, id)
  }
  // The words of the specification.
  console.error(`Failed to track ${kind} event`, sent)
  localStorage[body] = path
}

/** A page that is left is hidden first, one that is prerendered is hidden until it is shown; shown again it goes on counting. */
const look = () => {
  const now = Date.now()
  if (!document.hidden) {
    if (!shownAt) track('view', {}, view)
    shownAt = now
  } else if (shownAt) {
    spent += now - shownAt
    track('view', { phase: 'leave', dwellMs: spent }, view)
  }
}

/** The second script; until it is there, a link leads where it says. */
const press = (event: Event | Document) => {
  onscroll = null
  const script = '/assets/card.js'
  import(/* @vite-ignore */ script).then((rest) => rest.act(event), String)
}

onclick = (event) => {
  const { act, id } = event.target.closest<HTMLElement>('[data-act]')?.dataset ?? {}
  if (id) track('click', { linkType: act, linkId: id })
  else if (act) press(event)
  if (act === 'save') {
    track(act)
    if (!navigator.onLine) {
      event.preventDefault()
      note.hidden = false
    }
  }
}
onscroll = onpointerdown = onkeydown = press

document.onvisibilitychange = look
look()
// An address copied from the bar should be the bare one; the form finds the mark in the history's state.
if (source) history.replaceState(source, '', location.pathname)
if (localStorage.length) press(document)

// Makes the names above the module's own.
export {}
