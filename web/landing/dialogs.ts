/** Opens and closes dialogs for elements with `data-opens` and `data-closes`. */
export function listenForDialogs(): void {
  document.addEventListener('click', ({ target }) => {
    if (!(target instanceof Element)) return
    const opener = target.closest<HTMLElement>('[data-opens]')
    if (opener) open(opener.dataset.opens ?? '')
    const dialog = target.closest('dialog')
    // A click whose target is the dialog element itself is on the backdrop.
    if (dialog && (target === dialog || target.closest('[data-closes]'))) dialog.close()
  })
}

/**
 * Opens the dialog with the focus on itself, so that its title is read first and no button is
 * highlighted.
 */
export function open(id: string): void {
  const dialog = document.querySelector<HTMLDialogElement>(`dialog#${id}`)
  if (!dialog || dialog.open) return
  const template = dialog.querySelector('template')
  template?.replaceWith(template.content)
  dialog.tabIndex = -1
  dialog.showModal()
  dialog.focus()
  dialog.scrollTop = 0
}
