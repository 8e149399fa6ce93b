import { Dialog as Radix, AlertDialog as RadixAlert } from 'radix-ui'
import { type KeyboardEvent, type ReactNode, useLayoutEffect, useRef, useState } from 'react'
import { Icon } from '../../card/icons/Icon.tsx'
import { t } from '../messages/t.ts'
import { afterPaint } from './after-paint.ts'
import { Button } from './Button.tsx'
import { blockLeaving } from './block-leaving.ts'
import { Note } from './Notes.tsx'
import { usePresence } from './usePresence.ts'

// Radix's overlay inserts a <style> element, which the app's CSP blocks, so the scrim is a plain element.

type DialogProps = {
  title: string
  /** `full` fills the screen. */
  width?: 'narrow' | 'crop' | 'wide' | 'review' | 'full'
  /** A button in place of Close. */
  action?: ReactNode
  /** Closing the dialog keeps what was typed in it. */
  keepsText?: boolean
  onClose: () => void
  children: ReactNode
}

type ConfirmProps = {
  title: string
  text: string
  action: string
  cancel?: string
  busy: string | false
  /** Error of the last attempt, shown in the dialog. */
  error?: ReactNode
  onCancel: () => void
  onConfirm: () => void
}

/**
 * A modal dialog. Asks before it discards typed text: closing it or going back a second time discards the text. Buttons
 * in the dialog, such as Cancel, do not ask.
 */
export function ModalDialog({
  title,
  width,
  action,
  keepsText = false,
  onClose,
  children,
}: DialogProps) {
  const { isTyped, onFocus, onInput } = useTypedText()
  const [typed, setTyped] = useState(false)
  const [asked, setAsked] = useState(false)
  const asks = typed && !asked && !keepsText
  useLayoutEffect(() => {
    if (asks) return blockLeaving({ ask: () => setAsked(true) })
  }, [asks])
  const { close, content } = useModalFocus(() => {
    if (!keepsText && !asked && isTyped()) setAsked(true)
    else onClose()
  })
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
          onFocus={onFocus}
          onInput={(event) => {
            setAsked(false)
            onInput(event)
            setTyped(isTyped())
          }}
          onOpenAutoFocus={(event) => {
            content.onOpenAutoFocus()
            focusFirstField(event)
          }}
        >
          <header className="dialog-head">
            <Radix.Title>{title}</Radix.Title>
            {action ?? (
              <Radix.Close asChild>
                <Button kind="ghost" size="small" label={t('Close')}>
                  <Icon name="close" size={16} />
                </Button>
              </Radix.Close>
            )}
          </header>
          {asked && (
            <div className="dialog-ask" role="alert">
              <Note kind="warn">
                {t('What you typed is not saved. Close again to discard it.')}
              </Note>
            </div>
          )}
          {children}
        </Radix.Content>
      </Radix.Portal>
    </Radix.Root>
  )
}

type TextInput = HTMLInputElement | HTMLTextAreaElement

/** `isTyped` says whether a field's text differs from what it was when the field first had the focus. */
function useTypedText() {
  const texts = useRef(new Map<TextInput, { first: string; last: string }>())
  const note = ({ target }: { target: EventTarget }) => {
    if (!isTextInput(target)) return
    const first = texts.current.get(target)?.first ?? target.value
    texts.current.set(target, { first, last: target.value })
  }
  // Includes fields of an earlier step that are no longer in the dialog.
  const isTyped = () =>
    [...texts.current].some(([input, { first, last }]) => {
      // Another control may have filled the field, or cleared it since.
      const values = input.isConnected ? [last, input.value] : [last]
      return values.every((value) => value.trim() !== first.trim())
    })
  return { isTyped, onFocus: note, onInput: note }
}

// Nobody misses a discarded search, password or code.
const withoutText =
  ':not([type=checkbox], [type=radio], [type=range], [type=color], [type=file], [type=search], [autocomplete=current-password], [autocomplete=one-time-code])'

function isTextInput(target: EventTarget): target is TextInput {
  return target instanceof Element && target.matches(`input${withoutText}, textarea`)
}

export function ModalConfirmDialog({
  title,
  text,
  action,
  cancel = t('Cancel'),
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
 * Focus handling that Radix omits for a dialog without a trigger: the focus returns to the previous element, and Esc
 * closes the dialog even under a toast. `close` is for Radix's root, `content` for its content.
 */
export function useModalFocus(onClose: () => void) {
  const opener = useRef<Element>(null)
  usePresence('scrim')
  // Paint the response first: unlocking the page behind recalculates the style of the whole page.
  const close = () => void afterPaint().then(onClose)
  const content = {
    onOpenAutoFocus: () => {
      opener.current = document.activeElement
    },
    onCloseAutoFocus: (event: Event) => {
      event.preventDefault()
      // After navigation, the new page's heading already has the focus.
      if (document.activeElement !== document.body) return
      // A deleted item takes its button with it; then the page's heading gets the focus.
      const place = opener.current?.isConnected ? opener.current : document.querySelector('h1')
      if (place instanceof HTMLElement) place.focus()
    },
    onKeyDown: (event: KeyboardEvent) => {
      // Radix calls preventDefault for events it has handled.
      if (event.key === 'Escape' && !event.isDefaultPrevented()) close()
    },
  }
  return { close, content }
}

/**
 * Initial focus: the element marked with `data-initial-focus`, or the first field, unless it is one of many in a table,
 * else the dialog itself, so that its title is read and no button is highlighted.
 */
export function focusFirstField(event: Event) {
  event.preventDefault()
  const { target } = event
  if (!(target instanceof HTMLElement)) return
  const field =
    target.querySelector<HTMLElement>('[data-initial-focus]') ??
    target.querySelector<HTMLElement>(':is(input, textarea, select):not(td *)')
  // A hidden file input cannot have the focus.
  const start = field && !field.hidden ? field : target
  start.focus()
}
