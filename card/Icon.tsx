/** One inline icon set for the worker's pages and the app: our own drawings. */
import { shapes } from './icon-shapes.tsx'

export type IconName = keyof typeof shapes

/** An icon in the colour of the text, hidden from assistive technology: the words beside it say what it means. */
export function Icon({ name, size = 20 }: { name: IconName; size?: number }) {
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
