/** Sends the exchange form without leaving the page; an entry that was not taken stays in the fields. */
import { newClientId } from '../data/client-id.ts'
import { keep } from './unsent.ts'

const path = '/api/form-submissions'
const unreachable =
  'There is no connection. Your entry is kept in this browser and sent when this card is opened again.'

/** One id for an entry until it is taken, so that pressing Send again cannot send it twice. */
let clientId = newClientId()

export async function send(form: HTMLFormElement): Promise<void> {
  const button = form.querySelector('button')
  const body = entry(form)
  if (button) button.disabled = true
  const answer = await fetch(path, {
    method: 'POST',
    headers: { 'Content-Type': 'application/json' },
    body: JSON.stringify(body),
  }).catch(() => undefined)
  if (button) button.disabled = false
  if (answer?.ok) return thank(form)
  if (!answer || answer.status > 499) keep(path, body)
  say(form, answer && answer.status < 500 ? await answer.text() : unreachable)
}

function entry(form: HTMLFormElement) {
  const { cardId, website, ...formData } = Object.fromEntries(new FormData(form))
  // Where the first script has put the way in; null for a plain link.
  const source = history.state ?? undefined
  return { cardId: Number(cardId), website, formData, clientId, source }
}

function thank(form: HTMLFormElement) {
  form.reset()
  clientId = newClientId()
  say(form, form.dataset.thanks ?? '')
}

function say(form: HTMLFormElement, words: string) {
  const line = form.querySelector('[role=status]')
  if (line) line.textContent = words
}
