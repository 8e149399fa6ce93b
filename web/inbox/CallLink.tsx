import { telHref } from '../../card/contact/phone.ts'
import { Icon } from '../../card/icons/Icon.tsx'
import { t } from '../messages/t.ts'

/** A link that calls the phone number; nothing if the text is not a phone number. */
export function CallLink({ phone }: { phone: string }) {
  const href = telHref(phone)
  if (!href) return null
  return (
    <a className="button" data-kind="secondary" href={href}>
      <Icon name="phone" size={18} />
      {t('Call')}
    </a>
  )
}
