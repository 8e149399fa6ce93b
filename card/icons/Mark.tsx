/** The product's mark: three card edges that make an E. Drawn on a 24 grid so that it falls on whole pixels at 16. */
import { markPath } from './mark-path.ts'

export function Mark({ size = 24 }: { size?: number }) {
  return (
    <svg width={size} height={size} viewBox="0 0 24 24" fill="currentColor" aria-hidden="true">
      <path d={markPath} />
    </svg>
  )
}
