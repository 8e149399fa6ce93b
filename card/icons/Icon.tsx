/** One inline icon set for the worker's pages and the app: our own drawings. */
import type { ReactElement } from 'react'
import { shapes } from './icon-shapes.tsx'

export type IconName = keyof typeof shapes

/** An icon in the colour of the text, hidden from assistive technology: the words beside it say what it means. */
export function Icon({ name, size = 20 }: { name: IconName; size?: number }) {
  icons[name] ??= []
  icons[name][size] ??= drawn(name, size)
  return icons[name][size]
}

// By size; the same element each time: nothing is drawn again, in the app and in the worker.
const icons: Partial<Record<IconName, ReactElement[]>> = {}

function drawn(name: IconName, size: number): ReactElement {
  return (
    <svg
      width={size}
      height={size}
      viewBox="0 0 24 24"
      fill="none"
      stroke="currentColor"
      strokeWidth="1.75"
      strokeLinecap="round"
      strokeLinejoin="round"
      aria-hidden="true"
    >
      {shapes[name]}
    </svg>
  )
}
