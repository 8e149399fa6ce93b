/** What a visitor sees after the exchange: the owner's thank-you text and a large Save Contact button. */
import { adoptStylesheet } from './adopt-stylesheet.ts'
import { hideDockWhileVisible } from './sticky-save.ts'
import css from './thanks.css?inline'

/** Folds the form and shows the text above it, until the form is opened again. */
export function showThanks(form: HTMLFormElement): void {
  const fold = form.closest('details')
  if (!fold) return
  adoptStylesheet(css)
  const thanks = document.createElement('div')
  const text = document.createElement('p')
  thanks.className = 'bc-thanks'
  // Focused, as Send is hidden now; screen readers read it.
  thanks.tabIndex = -1
  text.dir = 'auto'
  text.textContent = form.dataset.thanks ?? ''
  thanks.append(text, ...saveButton())
  fold.previousElementSibling?.remove()
  fold.before(thanks)
  fold.open = false
  thanks.focus()
  hideDockWhileVisible(thanks)
}

/** A copy of the button in the dock, with its original label. */
function saveButton(): Node[] {
  const dock = document.querySelector<HTMLElement>('.bc-dock')
  const button = dock?.querySelector('a')?.cloneNode(true)
  const label = button instanceof Element ? button.querySelector('span') : null
  if (!dock || !button || !label) return []
  label.textContent = dock.ariaLabel
  delete label.dataset.replaced
  return [button]
}
