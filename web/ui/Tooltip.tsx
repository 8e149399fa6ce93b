import { useEffect, useState } from 'react'
import { createPortal } from 'react-dom'

const gap = 8

/**
 * Stands once in the app and shows the `data-tooltip` of the control in use, above it or, with
 * `data-tooltip-side="right"`, beside it. It repeats the control's name, so assistive technology needs no link to it.
 */
export function Tooltip() {
  const control = useTooltipTarget()
  if (!control?.isConnected) return null
  const { left, right, top, width, height } = control.getBoundingClientRect()
  const beside = control.dataset.tooltipSide === 'right'
  const place = beside
    ? { left: right + gap, top: top + height / 2 }
    : { left: left + width / 2, top: top - gap }
  // Within the landmark or dialog of its control, for those who move about by them.
  const home = control.closest('nav, main, aside, header, [role="dialog"]') ?? document.body
  return createPortal(
    <div className="tooltip" role="tooltip" data-side={beside ? 'right' : 'top'} style={place}>
      {control.dataset.tooltip}
    </div>,
    home,
  )
}

/** The specification's delay; neighbours of a tooltip that was just open get theirs at once. */
const delay = 700
const noDelayAgainWithin = 300

/** The control whose `data-tooltip` is to be shown: under the mouse for a while, or with the keyboard's focus. */
export function useTooltipTarget(): HTMLElement | undefined {
  const [target, setTarget] = useState<HTMLElement>()
  useEffect(() => {
    let timer: ReturnType<typeof setTimeout> | undefined
    let closedAt = Number.NEGATIVE_INFINITY
    let open = false
    const close = () => {
      clearTimeout(timer)
      if (open) closedAt = performance.now()
      open = false
      setTarget(undefined)
    }
    const show = (control: HTMLElement) => {
      open = true
      setTarget(control)
    }
    const listeners: [string, (event: Event) => void][] = [
      [
        'pointerover',
        (event) => {
          const control = controlOf(event)
          close()
          if (!control || (event instanceof PointerEvent && event.pointerType !== 'mouse')) return
          const recently = performance.now() - closedAt < noDelayAgainWithin
          timer = setTimeout(() => show(control), recently ? 0 : delay)
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
      // Between two controls nothing has the focus: a tooltip taken out of a dialog then has the dialog take it back.
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
