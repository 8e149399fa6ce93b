import { type MouseEvent, type PointerEvent, useRef } from 'react'

const longPressMs = 500
const movedPx = 10

/** Returns the handlers of a link that also reacts to a long press of a finger; the press does not follow the link. */
export function useLongPress(onLongPress: () => void) {
  const press = useRef({ timer: 0, x: 0, y: 0, isLong: false })
  const stop = () => clearTimeout(press.current.timer)
  const finish = () => {
    stop()
    if (press.current.isLong) return
    press.current.isLong = true
    onLongPress()
  }
  return {
    onPointerDown: ({ pointerType, clientX, clientY }: PointerEvent) => {
      stop()
      const timer = pointerType === 'touch' ? window.setTimeout(finish, longPressMs) : 0
      press.current = { timer, x: clientX, y: clientY, isLong: false }
    },
    onPointerMove: ({ clientX, clientY }: PointerEvent) => {
      const { x, y } = press.current
      if (Math.hypot(clientX - x, clientY - y) > movedPx) stop()
    },
    onPointerUp: stop,
    onPointerCancel: stop,
    // Android opens the menu of a link that is pressed long.
    onContextMenu: (event: MouseEvent) => {
      const { nativeEvent } = event
      if (!('pointerType' in nativeEvent) || nativeEvent.pointerType !== 'touch') return
      event.preventDefault()
      finish()
    },
    onClick: (event: MouseEvent) => {
      if (press.current.isLong) event.preventDefault()
      press.current.isLong = false
    },
  }
}
