import type { ReactNode } from 'react'
import { Mark } from '../../../../card/icons/Mark.tsx'

/** The product's name; the worker writes the configured one into it. */
export function Product() {
  return <span data-config="product">Edgecard</span>
}

export function LandingBrand() {
  return (
    <span className="brand">
      <span className="brand-mark">
        <Mark size={16} />
      </span>
      <Product />
    </span>
  )
}

/** Writes to the support; the worker puts the address after `mailto:`. */
export function SupportLink({
  subject,
  children,
  ...rest
}: {
  subject: string
  children: ReactNode
  className?: string
  'data-for'?: 'closed'
  'data-kind'?: string
  'data-size'?: string
}) {
  return (
    <a {...rest} href={`mailto:?subject=${encodeURIComponent(subject)}`}>
      {children}
    </a>
  )
}
