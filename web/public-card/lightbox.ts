/** Full-size gallery with arrow keys, buttons and Esc. */

import css from './lightbox.css?inline'
import { adoptStylesheet, words } from './page.ts'

/** Opens the image of this link; the arrows cycle through the gallery. */
export function openLightbox(link: HTMLElement): void {
  // Pressed again while the script was loading.
  if (document.querySelector('.bc-big')) return
  const links = [...document.querySelectorAll<HTMLAnchorElement>('[data-act=photo]')]
  const elements: HTMLElement[] = links
  let index = elements.indexOf(link)
  const image = document.createElement('img')
  adoptStylesheet(css)
  // In pages written from right to left, the next image is on the left.
  const forward = document.dir === 'rtl' ? -1 : 1
  const dialog = Object.assign(document.createElement('dialog'), { className: 'bc-big' })
  const go = (step: number) => {
    index = (index + step + links.length) % links.length
    image.src = links[index]?.href ?? ''
    image.alt = links[index]?.querySelector('img')?.alt ?? ''
  }
  dialog.append(
    image,
    button('bc-x', words.close, '\u00d7', () => dialog.close()),
  )
  if (links.length > 1)
    dialog.append(
      button('bc-prev', words.previousImage, '\u2039', () => go(-1)),
      button('bc-next', words.nextImage, '\u203a', () => go(1)),
    )
  dialog.ariaLabel = words.gallery ?? ''
  dialog.addEventListener('keydown', ({ key }) => {
    if (key === 'ArrowLeft') go(-forward)
    if (key === 'ArrowRight') go(forward)
  })
  dialog.addEventListener('click', ({ target }) => target === image && dialog.close())
  dialog.addEventListener('close', () => {
    dialog.remove()
    links[index]?.focus()
  })
  go(0)
  document.querySelector('.bc-page')?.append(dialog)
  dialog.showModal()
}

function button(className: string, name: string | undefined, sign: string, press: () => void) {
  const element = document.createElement('button')
  element.className = className
  element.type = 'button'
  element.ariaLabel = name ?? ''
  element.textContent = sign
  element.addEventListener('click', press)
  return element
}
