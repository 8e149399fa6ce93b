import { telHref } from '../../card/contact/phone.ts'
import { Icon } from '../../card/icons/Icon.tsx'
import { t } from '../messages/t.ts'

/** A button that calls the phone number; nothing if the text is not a phone number. */
export function CallLink({ phone, isPrimary }: { phone: string; isPrimary: boolean }) {
  const href = telHref(phone)
  if (!href) return null
  return (
    <a className="button" data-kind={isPrimary ? 'primary' : 'secondary'} href={href}>
      <Icon name="phone" size={18} />
      {t('Call')}
    </a>
  )
}

/** The phone number, as a link that calls it. */
export function PhoneText({ phone }: { phone: string }) {
  const href = telHref(phone)
  return href ? <a href={href}>{phone}</a> : phone
}
