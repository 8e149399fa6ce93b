import { createRoot } from 'react-dom/client'
import { ReauthenticateDialog } from './ReauthenticateDialog.tsx'

let asked: Promise<boolean> | undefined

/** Asks the person who they are; true when they proved it. Calls that need it at the same time share one question. */
export function askForProof(): Promise<boolean> {
  asked ??= ask().finally(() => {
    asked = undefined
  })
  return asked
}

// In a root of its own: no page carries it until it is needed.
async function ask(): Promise<boolean> {
  const { promise, resolve } = Promise.withResolvers<boolean>()
  const place = document.body.appendChild(document.createElement('div'))
  const root = createRoot(place)
  root.render(<ReauthenticateDialog onDone={resolve} />)
  const given = await promise
  root.unmount()
  place.remove()
  return given
}
