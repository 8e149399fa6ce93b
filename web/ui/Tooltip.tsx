import { useEffect, useState } from 'react'
import { createPortal } from 'react-dom'

const gap = 8

/**
 * Rendered once in the app. Shows the `data-tooltip` of the hovered or focused control: above the control, or to its right
 * with `data-tooltip-side="right"`. The text repeats the control's name, so it needs no aria-describedby.
 */
export function Tooltip() {
  const control = useTooltipTarget()
  if (!control?.isConnected) return null
  const { left, right, top, width, height } = control.getBoundingClientRect()
  const beside = control.dataset.tooltipSide === 'right'
  const place = beside
    ? { left: right + gap, top: top + height / 2 }
    : { left: left + width / 2, top: top - gap }
  // Inside the landmark or dialog of its control, for landmark navigation.
  const home = control.closest('nav, main, aside, header, [role="dialog"]') ?? document.body
  return createPortal(
    <div className="tooltip" role="tooltip" data-side={beside ? 'right' : 'top'} style={place}>
      {control.dataset.tooltip}
    </div>,
    home,
  )
}

/** How long a control is hovered before its tooltip opens. */
const delayMs = 700
/** If another tooltip closed less than this long ago, the next one opens at once. */
const noDelayWithinMs = 300

/** Returns the control whose tooltip is shown: hovered for the delay, or with keyboard focus. */
function useTooltipTarget(): HTMLElement | undefined {
  const [target, setTarget] = useState<HTMLElement>()
  useEffect(() => {
    let timer: ReturnType<typeof setTimeout> | undefined
    let closedAt = Number.NEGATIVE_INFINITY
    let open = false
    let hovered: HTMLElement | undefined
    const close = () => {
      clearTimeout(timer)
      if (open) closedAt = performance.now()
      open = false
      setTarget(undefined)
    }
    const show = (control: HTMLElement) => {
      clearTimeout(timer)
      open = true
      setTarget(control)
    }
    const listeners: [string, (event: Event) => void][] = [
      [
        'pointerover',
        (event) => {
          const control = controlOf(event)
          if (control && control === hovered) return
          hovered = control
          close()
          if (!control || (event instanceof PointerEvent && event.pointerType !== 'mouse')) return
          const recently = performance.now() - closedAt < noDelayWithinMs
          timer = setTimeout(() => show(control), recently ? 0 : delayMs)
        },
      ],
      [
        'focusin',
        (event) => {
          const control = controlOf(event)
          if (control?.matches(':focus-visible')) show(control)
          else close()
        },
      ],
      // With a relatedTarget, `focusin` follows. Removing the tooltip before that would make a dialog's focus trap take
      // the focus back.
      ['focusout', (event) => event instanceof FocusEvent && !event.relatedTarget && close()],
      ['pointerdown', close],
      ['keydown', (event) => event instanceof KeyboardEvent && event.key === 'Escape' && close()],
      ['scroll', close],
    ]
    for (const [type, listener] of listeners) document.addEventListener(type, listener, true)
    return () => {
      clearTimeout(timer)
      for (const [type, listener] of listeners) document.removeEventListener(type, listener, true)
    }
  }, [])
  return target
}

function controlOf(event: Event): HTMLElement | undefined {
  if (!(event.target instanceof Element)) return undefined
  return event.target.closest<HTMLElement>('[data-tooltip]') ?? undefined
}
