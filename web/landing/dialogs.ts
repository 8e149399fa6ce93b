/** `data-opens` and `data-closes` in the markup say what a press does to a dialog. */
export function listenForDialogs(): void {
  document.addEventListener('click', ({ target }) => {
    if (!(target instanceof Element)) return
    const opener = target.closest<HTMLElement>('[data-opens]')
    if (opener) open(opener.dataset.opens ?? '')
    const dialog = target.closest('dialog')
    // A press on the dialog itself, and on nothing in it, is one beside it.
    if (dialog && (target === dialog || target.closest('[data-closes]'))) dialog.close()
  })
}

/** Shows the dialog; the focus starts on it, so that its title is read first and no button is lit. */
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
