/** The owner's chat in a sandboxed frame, created on the first tap. */

import css from './chat.css?inline'
import { adoptStylesheet, showStatus, words } from './page.ts'

const minHeight = 240

let dialog: HTMLDialogElement | undefined

/**
 * Opens the chat; the conversation lasts until the page is left. Esc, Close and a click outside
 * close it.
 */
export function openChat({ dataset }: HTMLElement): void {
  if (!dialog && !navigator.onLine) {
    showStatus(words.chatOffline)
    return
  }
  dialog ??= createDialog(dataset.src ?? '')
  dialog.showModal()
}

function createDialog(src: string): HTMLDialogElement {
  adoptStylesheet(css)
  const sheet = Object.assign(document.createElement('dialog'), { className: 'bc-chat' })
  const title = Object.assign(document.createElement('h2'), { textContent: words.chat })
  const close = Object.assign(document.createElement('button'), {
    type: 'button',
    textContent: words.close,
    onclick: () => sheet.close(),
  })
  // No `header`: in a dialog that is a second banner of the page.
  const head = Object.assign(document.createElement('div'), { className: 'bc-head' })
  head.append(title, close)
  const box = document.createElement('div')
  box.append(...frameWithStatus(src, sheet))
  sheet.ariaLabel = words.chat ?? ''
  sheet.append(head, box)
  sheet.addEventListener('click', ({ target }) => target === sheet && sheet.close())
  document.querySelector('.bc-page')?.append(sheet)
  return sheet
}

function frameWithStatus(src: string, sheet: HTMLElement) {
  const status = document.createElement('p')
  status.setAttribute('role', 'status')
  status.textContent = words.openingChat ?? ''
  const frame = Object.assign(document.createElement('iframe'), {
    title: words.chat,
    src,
    referrerPolicy: 'no-referrer',
    onload: () => {
      frame.className = 'bc-loaded'
      status.remove()
    },
  })
  frame.setAttribute('sandbox', 'allow-scripts allow-forms allow-popups')
  frame.setAttribute('allow', '')
  frame.setAttribute('credentialless', '')
  addEventListener('message', ({ source, data }) => {
    const h = source === frame.contentWindow && data?.type === 'resize' && data.h
    if (typeof h === 'number' && h >= minHeight)
      sheet.style.setProperty('--h', `${Math.round(h)}px`)
  })
  return [status, frame]
}
