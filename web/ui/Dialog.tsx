import { Dialog as Radix, AlertDialog as RadixAlert } from 'radix-ui'
import { type ReactNode, useRef } from 'react'
import { Icon } from '../../card/Icon.tsx'
import { Button } from './Button.tsx'

// Radix's own overlay writes a <style> element, which the app's CSP refuses; ours is a plain scrim.

/** Radix returns the focus only to a trigger of its own; ours goes back to whatever had it. */
export function useFocusReturn() {
  const opener = useRef<Element>(null)
  return {
    onOpenAutoFocus: () => {
      opener.current = document.activeElement
    },
    onCloseAutoFocus: (event: Event) => {
      event.preventDefault()
      if (opener.current instanceof HTMLElement) opener.current.focus()
    },
  }
}

/** Esc and a press beside it close it; the focus returns to what opened it. */
export function Dialog({
  title,
  width,
  onClose,
  children,
}: {
  title: string
  width?: 'narrow'
  onClose: () => void
  children: ReactNode
}) {
  const focusReturn = useFocusReturn()
  return (
    <Radix.Root open onOpenChange={onClose}>
      <Radix.Portal>
        <div className="scrim" />
        <Radix.Content
          className="dialog"
          data-width={width}
          aria-describedby={undefined}
          {...focusReturn}
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
  busy,
  error,
  onCancel,
  onConfirm,
}: {
  title: string
  text: string
  action: string
  busy: string | false
  /** What went wrong the last time; stays in the dialog. */
  error?: ReactNode
  onCancel: () => void
  onConfirm: () => void
}) {
  const focusReturn = useFocusReturn()
  return (
    <RadixAlert.Root open onOpenChange={onCancel}>
      <RadixAlert.Portal>
        <div className="scrim" />
        <RadixAlert.Content className="dialog" {...focusReturn}>
          <header className="dialog-head">
            <RadixAlert.Title>{title}</RadixAlert.Title>
          </header>
          <div className="dialog-body">
            <RadixAlert.Description className="dialog-text">{text}</RadixAlert.Description>
            {error}
          </div>
          <footer className="dialog-foot">
            <RadixAlert.Cancel asChild>
              <Button>Cancel</Button>
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
