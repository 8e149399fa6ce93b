/** The product logo: three card edges that form an E, drawn on a 24-unit grid. */

const logoPath =
  'M6.5 3H21.5L19.8 7.5H8V10.5H18.7L17.56 13.5H8V16.5H16.4L14.7 21H6.5A3.5 3.5 0 0 1 3 17.5V6.5A3.5 3.5 0 0 1 6.5 3Z'

export function ProductLogo({ size = 24 }: { size?: number }) {
  return (
    <svg width={size} height={size} viewBox="0 0 24 24" fill="currentColor" aria-hidden="true">
      <path d={logoPath} />
    </svg>
  )
}
