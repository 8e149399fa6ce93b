import { Dialog as Radix, AlertDialog as RadixAlert } from 'radix-ui'
import { type KeyboardEvent, type ReactNode, useRef } from 'react'
import { Icon } from '../../card/icons/Icon.tsx'
import { afterPaint } from './after-paint.ts'
import { Button } from './Button.tsx'
import { usePresence } from './usePresence.ts'

// Radix's own overlay writes a <style> element, which the app's CSP refuses; ours is a plain scrim.

export type DialogProps = {
  title: string
  width?: 'narrow' | 'crop' | 'wide' | 'review'
  onClose: () => void
  children: ReactNode
}

export type ConfirmProps = {
  title: string
  text: string
  action: string
  cancel?: string
  busy: string | false
  /** What went wrong the last time; stays in the dialog. */
  error?: ReactNode
  onCancel: () => void
  onConfirm: () => void
}

export function ModalDialog({ title, width, onClose, children }: DialogProps) {
  const { close, content } = useModalFocus(onClose)
  return (
    <Radix.Root open onOpenChange={close}>
      <Radix.Portal>
        <div className="scrim" />
        <Radix.Content
          className="dialog"
          data-width={width}
          aria-modal="true"
          aria-describedby={undefined}
          {...content}
          onOpenAutoFocus={(event) => {
            content.onOpenAutoFocus()
            focusFirstField(event)
          }}
        >
          <header className="dialog-head">
            <Radix.Title>{title}</Radix.Title>
            <Radix.Close asChild>
              <Button kind="ghost" size="small" label="Close">
                <Icon name="close" size={16} />
              </Button>
            </Radix.Close>
          </header>
          {children}
        </Radix.Content>
      </Radix.Portal>
    </Radix.Root>
  )
}

export function ModalConfirmDialog({
  title,
  text,
  action,
  cancel = 'Cancel',
  busy,
  error,
  onCancel,
  onConfirm,
}: ConfirmProps) {
  const { close, content } = useModalFocus(onCancel)
  return (
    <RadixAlert.Root open onOpenChange={close}>
      <RadixAlert.Portal>
        <div className="scrim" />
        <RadixAlert.Content className="dialog" aria-modal="true" {...content}>
          <header className="dialog-head">
            <RadixAlert.Title>{title}</RadixAlert.Title>
          </header>
          <div className="dialog-body">
            <RadixAlert.Description className="dialog-text">{text}</RadixAlert.Description>
            {error}
          </div>
          <footer className="dialog-foot">
            <RadixAlert.Cancel asChild>
              <Button>{cancel}</Button>
            </RadixAlert.Cancel>
            <Button kind="danger" busy={busy} onClick={onConfirm}>
              {action}
            </Button>
          </footer>
        </RadixAlert.Content>
      </RadixAlert.Portal>
    </RadixAlert.Root>
  )
}

/**
 * What Radix leaves out for a dialog without a trigger of its own: the focus goes back to whatever had it, and
 * Esc closes even while a toast stands above the dialog. `close` is for Radix's root, `content` for its content.
 */
export function useModalFocus(onClose: () => void) {
  const opener = useRef<Element>(null)
  usePresence('scrim')
  // A press or key is answered before the page behind is given back: that has the whole page's style worked out anew.
  const close = () => void afterPaint().then(onClose)
  const content = {
    onOpenAutoFocus: () => {
      opener.current = document.activeElement
    },
    onCloseAutoFocus: (event: Event) => {
      event.preventDefault()
      // The heading of a page that a press in the dialog led to has it by now.
      if (document.activeElement !== document.body) return
      // What was deleted takes its button with it; the heading of the page is the next best place.
      const place = opener.current?.isConnected ? opener.current : document.querySelector('h1')
      if (place instanceof HTMLElement) place.focus()
    },
    onKeyDown: (event: KeyboardEvent) => {
      // Radix has prevented what it has acted on.
      if (event.key === 'Escape' && !event.isDefaultPrevented()) close()
    },
  }
  return { close, content }
}

/** The focus starts in the first field that is not one of many in a table, else on the dialog itself, so that its title is read and no button is lit. */
export function focusFirstField(event: Event) {
  event.preventDefault()
  const { target } = event
  if (!(target instanceof HTMLElement)) return
  const start =
    target.querySelector<HTMLElement>(':is(input, textarea, select):not(td *)') ?? target
  start.focus()
}
