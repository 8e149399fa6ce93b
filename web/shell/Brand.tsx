import { ProductLogo } from '../../card/icons/ProductLogo.tsx'
import { t } from '../messages/t.ts'
import { product } from '../product.ts'

/** The product's logo and name. */
export function Brand() {
  return (
    <span className="brand">
      <span className="brand-mark">
        <ProductLogo size={16} />
      </span>
      <span className="brand-name">{product.name}</span>
    </span>
  )
}

/** Shown while a page loads. */
export function Loading() {
  return (
    <div className="loading" role="status">
      <span className="brand-mark">
        <ProductLogo size={16} />
      </span>
      <span className="spinner" aria-hidden="true" />
      <span className="hidden-text">{t('Loading')}</span>
    </div>
  )
}
