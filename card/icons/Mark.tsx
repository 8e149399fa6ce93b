/**
 * The product logo: three card edges that form an E. On a 24 grid, so it aligns to whole pixels at
 * 16.
 */
import { markPath } from './mark-path.ts'

export function Mark({ size = 24 }: { size?: number }) {
  return (
    <svg width={size} height={size} viewBox="0 0 24 24" fill="currentColor" aria-hidden="true">
      <path d={markPath} />
    </svg>
  )
}
