import { useEffect, useRef } from 'react'
import { Icon } from '../../card/icons/Icon.tsx'
import { t } from '../messages/t.ts'
import { Button } from './Button.tsx'

const shownFor = 8000

/**
 * Replaces a removed row, takes the focus of its button, and disappears after 8 s, unless hovered
 * or focused by keyboard.
 */
export function UndoRow({
  text,
  onUndo,
  onGone,
}: {
  text: string
  onUndo: () => void
  onGone: () => void
}) {
  const box = useRef<HTMLLIElement>(null)
  const latestOnGone = useRef(onGone)
  useEffect(() => {
    latestOnGone.current = onGone
  })
  useEffect(() => {
    box.current?.querySelector('button')?.focus()
    const timer = setInterval(() => {
      if (!box.current?.querySelector(':focus-visible') && !box.current?.matches(':hover'))
        latestOnGone.current()
    }, shownFor)
    return () => clearInterval(timer)
  }, [])
  return (
    <li className="undo-row" ref={box}>
      <span role="status" dir="auto">
        {text}
      </span>
      <Button size="small" onClick={onUndo}>
        <Icon name="refresh" size={16} />
        {t('Undo')}
      </Button>
    </li>
  )
}
