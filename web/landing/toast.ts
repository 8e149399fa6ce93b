const shownFor = 5000

/** A message at the corner for five seconds, longer while the pointer or the focus is on it. */
export function toast(title: string, text: string): void {
  const region = document.querySelector('section:has(> .toasts)')
  const list = region?.querySelector('.toasts')
  const template = region?.querySelector<HTMLTemplateElement>('template')
  const shown = template?.content.firstElementChild?.cloneNode(true)
  if (!region || !list || !(shown instanceof HTMLElement)) return
  write(shown, '.toast-title', title)
  write(shown, '.toast-text', text)
  shown.querySelector('[data-dismisses]')?.addEventListener('click', () => shown.remove())
  // An open dialog hides everything outside of it from everybody.
  const dialog = document.querySelector('dialog[open]')
  if (dialog) {
    dialog.append(region)
    dialog.addEventListener('close', () => document.body.append(region), { once: true })
  }
  list.replaceChildren(shown)
  leave(shown)
}

function write(shown: HTMLElement, part: string, text: string) {
  const place = shown.querySelector(part)
  if (place) place.textContent = text
}

function leave(shown: HTMLElement) {
  setTimeout(() => {
    if (shown.matches(':hover, :focus-within')) leave(shown)
    else shown.remove()
  }, shownFor)
}
