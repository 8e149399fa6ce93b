/**
 * Submits the contact form without leaving the page and thanks the visitor; and shows the sticky Save Contact bar while
 * it is needed.
 */
import { newClientId } from '../client-id.ts'
import { adoptStylesheet, words } from './page.ts'
import { queueForRetry } from './retry-queue.ts'
import css from './thanks.css?inline'

/** Kept until the entry is accepted, so that tapping Send again cannot create a duplicate. */
let clientId = newClientId()

/** Sends the form. After a failure, its fields keep their values. */
export async function submitForm(form: HTMLFormElement): Promise<void> {
  const button = form.querySelector('button')
  const body = entry(form)
  if (button) button.disabled = true
  const response = await post(form, body)
    .then((first) => withProof(form, body, first))
    .catch(() => undefined)
  if (button) button.disabled = false
  if (response?.ok) return thank(form, await receiptIn(response))
  if (!response || response.status > 499) queueForRetry(pathOf(form), body)
  say(form, response && response.status < 500 ? await response.text() : words.queued)
}

/** Clears the message of the last attempt as soon as the form is edited or found invalid. */
export function clearMessage({ target }: Event): void {
  const form = target instanceof HTMLElement && target.closest<HTMLFormElement>('.bc-form')
  if (form) say(form, '')
}

// Includes the language of the page, if the card has several.
function pathOf(form: HTMLFormElement): string {
  return form.getAttribute('action') ?? ''
}

function post(form: HTMLFormElement, body: object): Promise<Response> {
  const headers = { 'Content-Type': 'application/json' }
  return fetch(pathOf(form), { method: 'POST', headers, body: JSON.stringify(body) })
}

/** Returns the response; if the server requires proof of work, the response to a second request that has it. */
async function withProof(form: HTMLFormElement, body: object, first: Response): Promise<Response> {
  if (first.headers.get('X-Error-Code') !== 'proof-needed') return first
  say(form, words.sending)
  const script = '/assets/proof.js'
  const proof = await import(/* @vite-ignore */ script)
    .then(({ prove }) => prove(first.headers.get('X-Proof-Challenge')))
    .catch(() => undefined)
  return proof ? post(form, { ...body, proof }) : first
}

function entry(form: HTMLFormElement) {
  const { cardId, website, emailCopy, ...formData } = Object.fromEntries(new FormData(form))
  // The state is set by the inline script; null for a plain link.
  const source = /^\/s\/(\w+)/.exec(location.pathname)?.[1] ?? history.state ?? undefined
  const entered = { cardId: Number(cardId), website, formData, clientId, source }
  return emailCopy ? { ...entered, emailCopy: true } : entered
}

async function receiptIn(response: Response): Promise<string | undefined> {
  const { receipt }: { receipt?: string } = await response.json().catch(() => ({}))
  return receipt
}

function thank(form: HTMLFormElement, receipt: string | undefined) {
  form.reset()
  clientId = newClientId()
  say(form, '')
  showThanks(form, receipt)
}

function say(form: HTMLFormElement, text: string | undefined) {
  const line = form.querySelector('[role=status]')
  if (line) line.textContent = text ?? ''
}

/** Folds the form and shows the text above it, with the link to the receipt, until the form is opened again. */
function showThanks(form: HTMLFormElement, receipt: string | undefined): void {
  const fold = form.closest('details')
  if (!fold) return
  adoptStylesheet(css)
  const thanks = document.createElement('div')
  const text = document.createElement('p')
  thanks.className = 'bc-thanks'
  // Focused, because Send is hidden now, and so that screen readers read it.
  thanks.tabIndex = -1
  text.dir = 'auto'
  text.textContent = form.dataset.thanks ?? ''
  thanks.append(text, ...detailsLink(), ...receiptLink(receipt))
  document.querySelector('.bc-gain,.bc-thanks')?.remove()
  fold.before(thanks)
  fold.open = false
  thanks.focus()
}

function receiptLink(href: string | undefined): Node[] {
  const textContent = words.receiptLink ?? ''
  return href ? [Object.assign(document.createElement('a'), { href, textContent })] : []
}

/** If the exchange unlocked details, a link that reloads the page to show them. */
function detailsLink(): Node[] {
  if (!words.showDetails) return []
  const link = document.createElement('a')
  link.className = 'bc-tog'
  link.href = location.pathname + location.search
  link.textContent = words.showDetails
  return [link]
}

// The sticky bar, the dock. It is hidden while the card's own Save Contact is in view, and while the form is open, whose
// Send is then the one filled button.

const [save, dock] = document.querySelectorAll<HTMLElement>('.bc-act>.bc-save,.bc-dock')
const fold = document.querySelector<HTMLDetailsElement>('.bc-ex')
let isSaveVisible = true

if (save && dock) {
  // The bar at the top covers what is below the edge.
  new IntersectionObserver(
    (entries) => {
      isSaveVisible = !!entries.at(-1)?.isIntersecting
      updateDock()
    },
    { rootMargin: '-52px 0px 0px' },
  ).observe(save)
  fold?.addEventListener('toggle', updateDock)
}

function updateDock() {
  if (dock) dock.hidden = isSaveVisible || !!fold?.open
}
