import { Dialog as Radix, AlertDialog as RadixAlert } from 'radix-ui'
import { type KeyboardEvent, type ReactNode, useRef } from 'react'
import { Icon } from '../../card/Icon.tsx'
import { Button } from './Button.tsx'

// Radix's own overlay writes a <style> element, which the app's CSP refuses; ours is a plain scrim.

/**
 * What Radix leaves out for a dialog without a trigger of its own: the focus goes back to whatever had it, and
 * Esc closes even while a toast stands above the dialog.
 */
export function useModal(onClose: () => void) {
  const opener = useRef<Element>(null)
  return {
    onOpenAutoFocus: () => {
      opener.current = document.activeElement
    },
    onCloseAutoFocus: (event: Event) => {
      event.preventDefault()
      // What was deleted takes its button with it; the heading of the page is the next best place.
      const place = opener.current?.isConnected ? opener.current : document.querySelector('h1')
      if (place instanceof HTMLElement) place.focus()
    },
    onKeyDown: (event: KeyboardEvent) => {
      if (event.key === 'Escape') onClose()
    },
  }
}

/** The focus starts in the first field, else on the dialog itself, so that its title is read and no button is lit. */
export function focusStart(event: Event) {
  event.preventDefault()
  const { target } = event
  if (!(target instanceof HTMLElement)) return
  const start = target.querySelector<HTMLElement>('input, textarea, select') ?? target
  start.focus()
}

/** Esc and a press beside it close it; the focus returns to what opened it. */
export function Dialog({
  title,
  width,
  onClose,
  children,
}: {
  title: string
  width?: 'narrow' | 'crop' | 'wide'
  onClose: () => void
  children: ReactNode
}) {
  const modal = useModal(onClose)
  return (
    <Radix.Root open onOpenChange={onClose}>
      <Radix.Portal>
        <div className="scrim" />
        <Radix.Content
          className="dialog"
          data-width={width}
          aria-modal="true"
          aria-describedby={undefined}
          {...modal}
          onOpenAutoFocus={(event) => {
            modal.onOpenAutoFocus()
            focusStart(event)
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

/** Asks before a loss; Cancel has the focus. */
export function ConfirmDialog({
  title,
  text,
  action,
  cancel = 'Cancel',
  busy,
  error,
  onCancel,
  onConfirm,
}: {
  title: string
  text: string
  action: string
  cancel?: string
  busy: string | false
  /** What went wrong the last time; stays in the dialog. */
  error?: ReactNode
  onCancel: () => void
  onConfirm: () => void
}) {
  const modal = useModal(onCancel)
  return (
    <RadixAlert.Root open onOpenChange={onCancel}>
      <RadixAlert.Portal>
        <div className="scrim" />
        <RadixAlert.Content className="dialog" aria-modal="true" {...modal}>
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
