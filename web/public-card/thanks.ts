/** What a visitor sees after the exchange: the owner's thank-you text and a large Save Contact button. */
import { adoptStylesheet } from './adopt-stylesheet.ts'
import { hideDockWhileVisible } from './sticky-save.ts'
import css from './thanks.css?inline'
import { words } from './words.ts'

/** Folds the form and shows the text above it, with the link to the receipt, until the form is opened again. */
export function showThanks(form: HTMLFormElement, receipt: string | undefined): void {
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
  thanks.append(text, ...saveButton(), ...detailsLink(), ...receiptLink(receipt))
  fold.previousElementSibling?.remove()
  fold.before(thanks)
  fold.open = false
  thanks.focus()
  hideDockWhileVisible(thanks)
}

function receiptLink(href: string | undefined): Node[] {
  const textContent = words.receiptLink ?? ''
  return href ? [Object.assign(document.createElement('a'), { href, textContent })] : []
}

/** Reloads the page, which shows more now, if the card has details behind the exchange. */
function detailsLink(): Node[] {
  if (!words.showDetails) return []
  const link = document.createElement('a')
  link.className = 'bc-tog'
  link.href = location.pathname + location.search
  link.textContent = words.showDetails
  return [link]
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
