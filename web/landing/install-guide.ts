import { open } from './dialogs.ts'

const key = 'hasSeenInstallGuide'
const delay = 2000

/**
 * Opens once, two seconds into the first visit; later a button opens it. Never opens in the
 * installed app.
 */
export function listenForInstallGuide(): void {
  if (matchMedia('(display-mode: standalone)').matches) return
  listenForTabs()
  const dialog = document.querySelector<HTMLDialogElement>('dialog#install')
  dialog?.addEventListener('close', () => {
    markSeen()
    showButton()
  })
  if (seen()) showButton()
  else setTimeout(greet, delay)
}

// While another dialog is open or a field has the focus, the guide waits for the next visit.
function greet() {
  if (!document.querySelector('dialog[open], :is(input, textarea, select):focus') && !seen())
    open('install')
}

function showButton() {
  document.querySelector('.install-button')?.removeAttribute('hidden')
}

// Without storage, the guide opens on every visit.
function seen(): boolean {
  try {
    return localStorage.getItem(key) !== null
  } catch {
    return false
  }
}

function markSeen() {
  try {
    localStorage.setItem(key, 'true')
  } catch {}
}

function listenForTabs() {
  const tabs = [...document.querySelectorAll<HTMLElement>('[role=tab]')]
  const apple = /iPhone|iPad|iPod|Macintosh/.test(navigator.userAgent)
  choose(tabs, apple ? 0 : 1)
  for (const [index, tab] of tabs.entries()) {
    tab.addEventListener('click', () => choose(tabs, index))
    tab.addEventListener('keydown', ({ key: pressed }) => {
      const next = { ArrowRight: 1 - index, ArrowLeft: 1 - index, Home: 0, End: 1 }[pressed]
      if (next !== undefined) choose(tabs, next)?.focus()
    })
  }
}

function choose(tabs: HTMLElement[], chosen: number): HTMLElement | undefined {
  for (const [index, tab] of tabs.entries()) {
    tab.setAttribute('aria-selected', String(index === chosen))
    tab.tabIndex = index === chosen ? 0 : -1
    const panel = document.getElementById(tab.getAttribute('aria-controls') ?? '')
    panel?.toggleAttribute('hidden', index !== chosen)
  }
  return tabs[chosen]
}
