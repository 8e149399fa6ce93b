import { telHref } from '../../card/contact/phone.ts'
import { support } from '../product.ts'

/** The support number, as a link if it can be dialed. */
export function SupportPhone() {
  const href = telHref(support.phone)
  if (!href) return support.phone
  return (
    <a className="text-link" href={href}>
      {support.phone}
    </a>
  )
}
