import { createPortal } from 'react-dom'
import { useTooltipTarget } from './tooltip-target.ts'

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
