import type { ReactNode } from 'react'
import { ProductLogo } from '../../../card/icons/ProductLogo.tsx'
import { t } from '../../messages/t.ts'

/** The product name; the worker inserts the configured one. */
export function Product() {
  return <span data-config="product">{t('Edgecard')}</span>
}

export function LandingBrand() {
  return (
    <span className="brand">
      <span className="brand-mark">
        <ProductLogo size={16} />
      </span>
      <Product />
    </span>
  )
}

/** A support email link; the worker inserts the address after `mailto:`. */
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
