import { open } from './dialogs.ts'
import { isSignedIn } from './signed-in.ts'

/** Handles the chips under the sample card and every Use Theme link. */
export function listenForThemes(): void {
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

const shownFor = 5000

/** Shows that this theme is selected for five seconds, or longer while it is hovered or focused. */
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
  }, shownFor)
}
