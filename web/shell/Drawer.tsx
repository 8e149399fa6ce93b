import { Dialog } from 'radix-ui'
import { type PointerEvent, useRef } from 'react'
import type { User } from '../../schema/users/user.ts'
import { t } from '../messages/t.ts'
import { Button } from '../ui/Button.tsx'
import { focusFirstField, useModalFocus } from '../ui/ModalDialog.tsx'
import { Brand } from './Brand.tsx'
import { Nav, SignedInUser } from './Nav.tsx'

const swipeDistance = 50

/** The sidebar on phones: closes on Esc, a tap outside, a link, and a swipe to the left. */
export function Drawer({
  user,
  onClose,
  onSignOut,
}: {
  user: User
  onClose: () => void
  onSignOut: () => void
}) {
  const { close, content } = useModalFocus(onClose)
  const start = useRef(0)
  const closeOnSwipe = (event: PointerEvent) => {
    if (start.current - event.clientX > swipeDistance) close()
  }
  return (
    <Dialog.Root open onOpenChange={close}>
      <Dialog.Portal>
        <div className="scrim" />
        <Dialog.Content
          className="drawer"
          aria-modal="true"
          aria-describedby={undefined}
          {...content}
          onOpenAutoFocus={(event) => {
            content.onOpenAutoFocus()
            focusFirstField(event)
          }}
          onPointerDown={(event) => {
            start.current = event.clientX
          }}
          onPointerMove={(event) => event.buttons > 0 && closeOnSwipe(event)}
        >
          <Dialog.Title className="hidden-text">{t('Main')}</Dialog.Title>
          <div className="sidebar-head">
            <Brand />
            <Dialog.Close asChild>
              <Button kind="ghost" size="small" label={t('Close menu')} icon="close" />
            </Dialog.Close>
          </div>
          <Nav user={user} />
          <SignedInUser user={user} onSignOut={onSignOut} />
        </Dialog.Content>
      </Dialog.Portal>
    </Dialog.Root>
  )
}
