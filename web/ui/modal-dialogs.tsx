import { Dialog as Radix, AlertDialog as RadixAlert } from 'radix-ui'
import { Icon } from '../../card/Icon.tsx'
import { afterFrame } from './after-frame.ts'
import { Button } from './Button.tsx'
import type { ConfirmProps, DialogProps } from './Dialog.tsx'
import { focusStart, useModal } from './modal.ts'

// Radix's own overlay writes a <style> element, which the app's CSP refuses; ours is a plain scrim.
// A key that closes a dialog is answered before the page behind it is given back: that has the whole page's style worked out anew.

export function ModalDialog({ title, width, onClose, children }: DialogProps) {
  const close = () => void afterFrame().then(onClose)
  const modal = useModal(close)
  return (
    <Radix.Root open onOpenChange={close}>
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

export function ModalConfirm({
  title,
  text,
  action,
  cancel = 'Cancel',
  busy,
  error,
  onCancel,
  onConfirm,
}: ConfirmProps) {
  const close = () => void afterFrame().then(onCancel)
  const modal = useModal(close)
  return (
    <RadixAlert.Root open onOpenChange={close}>
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
