import { open } from './dialogs.ts'
import { toast } from './toast.ts'
import { isSignedIn } from './visitor.ts'

/** The chips under the sample card, and every Use Theme. */
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

// A press that asks for a new tab gets what it asked for.
function isPlain({ metaKey, ctrlKey, shiftKey }: MouseEvent): boolean {
  return !(metaKey || ctrlKey || shiftKey)
}

/** The dashboard offers what is kept here. */
function select({ dataset: { useTheme = '', themeName = '' } }: HTMLAnchorElement) {
  try {
    localStorage.setItem('selectedTheme', useTheme)
  } catch {}
  for (const link of document.querySelectorAll<HTMLElement>('a[data-use-theme]')) {
    const chosen = link.dataset.useTheme === useTheme
    link.toggleAttribute('data-chosen', chosen)
    if (link.firstElementChild)
      link.firstElementChild.textContent = chosen ? 'Selected' : 'Use Theme'
  }
  toast('Theme selected', `${themeName} theme has been selected. Go to your dashboard to apply it.`)
}

function invite({ href, dataset: { themeName = '' } }: HTMLAnchorElement) {
  const name = document.querySelector('[data-chosen-theme]')
  if (name) name.textContent = themeName
  document.querySelector('a[data-create]')?.setAttribute('href', href)
  open('sign-up')
}
