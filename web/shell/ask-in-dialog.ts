import type { ReactNode } from 'react'
import { createRoot } from 'react-dom/client'

/**
 * Renders a dialog and resolves to its answer. It has a React root of its own, so no page includes the dialog until it
 * is needed.
 */
export async function askInDialog(
  dialog: (answer: (confirmed: boolean) => void) => ReactNode,
): Promise<boolean> {
  const { promise, resolve } = Promise.withResolvers<boolean>()
  const container = document.body.appendChild(document.createElement('div'))
  const root = createRoot(container)
  root.render(dialog(resolve))
  const confirmed = await promise
  root.unmount()
  container.remove()
  return confirmed
}
