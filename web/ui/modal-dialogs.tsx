import { Dialog as Radix, AlertDialog as RadixAlert } from 'radix-ui'
import { Icon } from '../../card/Icon.tsx'
import { Button } from './Button.tsx'
import type { ConfirmProps, DialogProps } from './Dialog.tsx'
import { focusStart, useModal } from './modal.ts'

// Radix's own overlay writes a <style> element, which the app's CSP refuses; ours is a plain scrim.

export function ModalDialog({ title, width, onClose, children }: DialogProps) {
  const { close, content } = useModal(onClose)
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
  const { close, content } = useModal(onCancel)
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
