/** Inline icon set for the worker's pages and the app. */
import { createElement, Fragment, type ReactElement } from 'react'
import { shapes } from './icon-shapes.tsx'

export type IconName = keyof typeof shapes

/**
 * An icon in the text color, hidden from assistive technology: the text next to it is the label.
 */
export function Icon({ name, size = 20 }: { name: IconName; size?: number }) {
  icons[name] ??= []
  icons[name][size] ??= renderIcon(name, size)
  return icons[name][size]
}

// Cached by size. React skips an element that is identical to the previous one.
const icons: Partial<Record<IconName, ReactElement[]>> = {}

function renderIcon(name: IconName, size: number): ReactElement {
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
      {createElement(Fragment, null, ...shapes[name])}
    </svg>
  )
}
