/** Landing page script: dialogs, themes, sign-in state, install guide. */

import { hasSignedInCookie } from '../accounts/data/signed-in-cookie.ts'
import { storeLanguage } from '../messages/stored-language.ts'

const guideKey = 'hasSeenInstallGuide'
const guideDelayMs = 2000
const toastMs = 5000

let signedIn: Promise<boolean> | undefined

listenForDialogs()
listenForThemes()
listenForInstallGuide()
listenForLanguages()
drawThumbnails()

void isSignedIn().then((known) => {
  document.documentElement.toggleAttribute('data-user', known)
})

/** Stores the language of the page that the visitor selects, for the app to use too. */
function listenForLanguages(): void {
  document.addEventListener('click', ({ target }) => {
    const link = target instanceof Element && target.closest<HTMLElement>('a[data-language]')
    if (link) storeLanguage(link.dataset.language ?? null)
  })
}

/** After load, lays out one sample card per frame, so that all are there for scrolling and printing. */
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

/** Opens and closes dialogs for elements with `data-opens` and `data-closes`. */
function listenForDialogs(): void {
  document.addEventListener('click', ({ target }) => {
    if (!(target instanceof Element)) return
    const opener = target.closest<HTMLElement>('[data-opens]')
    if (opener) open(opener.dataset.opens ?? '')
    const dialog = target.closest('dialog')
    // A click whose target is the dialog element itself is on the backdrop.
    if (dialog && (target === dialog || target.closest('[data-closes]'))) dialog.close()
  })
}

/** Opens the dialog and focuses it, so that screen readers start with its title and no button is highlighted. */
function open(id: string): void {
  const dialog = document.querySelector<HTMLDialogElement>(`dialog#${id}`)
  if (!dialog || dialog.open) return
  const template = dialog.querySelector('template')
  template?.replaceWith(template.content)
  dialog.tabIndex = -1
  dialog.showModal()
  dialog.focus()
  dialog.scrollTop = 0
}

/** Whether the visitor is signed in. Asks the server once, and only if the readable cookie says there may be a session. */
function isSignedIn(): Promise<boolean> {
  signedIn ??= hasSignedInCookie() ? fetchSignedIn() : Promise.resolve(false)
  return signedIn
}

function fetchSignedIn(): Promise<boolean> {
  return fetch('/api/user').then(
    ({ ok }) => ok,
    () => false,
  )
}

/** Handles the chips under the sample card and every Use Theme link. */
function listenForThemes(): void {
  document.addEventListener('change', ({ target }) => {
    if (target instanceof HTMLInputElement && target.name === 'hero-theme') show(target.value)
  })
  document.addEventListener('click', (event) => {
    const { target } = event
    if (!(target instanceof Element) || !isPlain(event)) return
    const link = target.closest<HTMLAnchorElement>('a[data-use-theme]')
    if (!link) return
    event.preventDefault()
    void isSignedIn().then((known) => (known ? select(link) : invite(link)))
  })
}

function show(theme: string) {
  const card = document.querySelector<HTMLElement>('#phone .bc-page')
  const change = () => card?.setAttribute('data-theme', theme)
  const still = matchMedia('(prefers-reduced-motion: reduce)').matches
  if (still || !document.startViewTransition) change()
  else document.startViewTransition(change)
}

// A modified click opens the link as usual, in a new tab or window.
function isPlain({ metaKey, ctrlKey, shiftKey }: MouseEvent): boolean {
  return !(metaKey || ctrlKey || shiftKey)
}

/** Stores the theme, which the dashboard then offers. */
function select({ dataset: { useTheme = '', themeName = '' } }: HTMLAnchorElement) {
  try {
    localStorage.setItem('selectedTheme', useTheme)
  } catch {}
  for (const link of document.querySelectorAll<HTMLElement>('a[data-use-theme]')) {
    const chosen = link.dataset.useTheme === useTheme
    link.toggleAttribute('data-chosen', chosen)
    const label = link.querySelector<HTMLElement>('[data-selected]')
    const { selected = '', selectable = '' } = label?.dataset ?? {}
    if (label) label.textContent = chosen ? selected : selectable
  }
  toast(themeName)
}

function invite({ href, dataset: { themeName = '' } }: HTMLAnchorElement) {
  writeName(document, themeName)
  document.querySelector('a[data-create]')?.setAttribute('href', href)
  open('sign-up')
}

/** Shows for five seconds that the theme is selected; longer while the toast is hovered or focused. */
function toast(themeName: string): void {
  const region = document.querySelector('section:has(> .toasts)')
  const list = region?.querySelector('.toasts')
  const template = region?.querySelector<HTMLTemplateElement>('template')
  const shown = template?.content.firstElementChild?.cloneNode(true)
  if (!region || !list || !(shown instanceof HTMLElement)) return
  writeName(shown, themeName)
  shown.querySelector('[data-dismisses]')?.addEventListener('click', () => shown.remove())
  // An open dialog makes everything outside it inert.
  const dialog = document.querySelector('dialog[open]')
  if (dialog) {
    dialog.append(region)
    dialog.addEventListener('close', () => document.body.append(region), { once: true })
  }
  list.replaceChildren(shown)
  leave(shown)
}

function writeName(parent: ParentNode, themeName: string) {
  const place = parent.querySelector('[data-chosen-theme]')
  if (place) place.textContent = themeName
}

function leave(shown: HTMLElement) {
  setTimeout(() => {
    if (shown.matches(':hover, :focus-within')) leave(shown)
    else shown.remove()
  }, toastMs)
}

/** Opens the install guide two seconds into the first visit; later a button opens it. Does nothing in the installed app. */
function listenForInstallGuide(): void {
  if (matchMedia('(display-mode: standalone)').matches) return
  listenForTabs()
  const dialog = document.querySelector<HTMLDialogElement>('dialog#install')
  dialog?.addEventListener('close', () => {
    markSeen()
    showButton()
  })
  if (seen()) showButton()
  else setTimeout(greet, guideDelayMs)
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
    return localStorage.getItem(guideKey) !== null
  } catch {
    return false
  }
}

function markSeen() {
  try {
    localStorage.setItem(guideKey, 'true')
  } catch {}
}

function listenForTabs() {
  const tabs = [...document.querySelectorAll<HTMLElement>('[role=tab]')]
  const apple = /iPhone|iPad|iPod|Macintosh/.test(navigator.userAgent)
  choose(tabs, apple ? 0 : 1)
  for (const [index, tab] of tabs.entries()) {
    tab.addEventListener('click', () => choose(tabs, index))
    tab.addEventListener('keydown', ({ key }) => {
      const next = { ArrowRight: 1 - index, ArrowLeft: 1 - index, Home: 0, End: 1 }[key]
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
