/** The product logo: three card edges that form an E, drawn on a 24-unit grid. */
import { logoPath } from './logo-path.ts'

export function ProductLogo({ size = 24 }: { size?: number }) {
  return (
    <svg width={size} height={size} viewBox="0 0 24 24" fill="currentColor" aria-hidden="true">
      <path d={logoPath} />
    </svg>
  )
}
