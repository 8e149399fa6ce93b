import { Toast as Radix } from 'radix-ui'
import { useSyncExternalStore } from 'react'
import { Icon } from '../../card/icons/Icon.tsx'
import { t } from '../messages/t.ts'
import { dismissToast, onToasts, shownToasts, type Toast } from './toasts.ts'

/** The toasts on screen. F8 moves the focus to them; a 50 px swipe to the right dismisses one. */
export function ToastList() {
  const toasts = useSyncExternalStore(onToasts, shownToasts)
  // Radix stops listening when the last toast closes. If it had the focus or the pointer, later
  // toasts would be paused forever; unmounting the list prevents that.
  if (toasts.length === 0) return null
  return (
    <Radix.Provider duration={5000} swipeThreshold={50} label={t('Notification')}>
      {toasts.map((toast) => (
        <ShownToast key={toast.id} toast={toast} />
      ))}
      <Radix.Viewport label={t('Notifications (F8)')} className="toasts" ref={measure} />
    </Radix.Provider>
  )
}

const icons = { ok: 'ok', info: 'info', bad: 'alert' } as const

/** Keeps the height of all toasts in `--toasts`, for dialogs that make room for them. */
function measure(list: Element | null) {
  if (!list) return
  const { style } = document.documentElement
  const observer = new ResizeObserver(() =>
    style.setProperty('--toasts', `${Math.ceil(list.getBoundingClientRect().height)}px`),
  )
  observer.observe(list)
  return () => {
    observer.disconnect()
    style.removeProperty('--toasts')
  }
}

function ShownToast({ toast }: { toast: Toast }) {
  // Radix announces toasts as status; errors use their own alert role instead.
  const alert = toast.kind === 'bad' && { role: 'alert', 'data-radix-toast-announce-exclude': '' }
  return (
    <Radix.Root
      className="toast"
      data-kind={toast.kind}
      type="background"
      onOpenChange={() => dismissToast(toast.id)}
    >
      <Icon name={icons[toast.kind]} />
      <div {...alert}>
        <Radix.Title className="toast-title">{toast.title}</Radix.Title>
        {toast.text && <Radix.Description className="toast-text">{toast.text}</Radix.Description>}
      </div>
      <Radix.Close className="button" data-icon-only="" data-size="small" aria-label={t('Close')}>
        <Icon name="close" size={16} />
      </Radix.Close>
    </Radix.Root>
  )
}
