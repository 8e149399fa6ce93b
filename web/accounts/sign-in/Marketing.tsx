import type { ReactNode } from 'react'
import { Icon, type IconName } from '../../../card/icons/Icon.tsx'
import { blankCard } from '../../../schema/cards/blank-card.ts'
import type { PublicCard } from '../../../schema/cards/card.ts'
import { t } from '../../messages/t.ts'
import { CardThumb } from '../../ui/CardThumb.tsx'

/** Beside the form on wide screens: a sample card and what it does. */
export function Marketing() {
  return (
    <aside className="auth-marketing" aria-label={t('What your card does')}>
      <div className="phone-frame">
        <CardThumb card={sampleCard} className="phone-screen" />
      </div>
      <ul>
        <Fact icon="qr" title={t('One scan, no app')}>
          {t("Your card opens in any phone's browser.")}
        </Fact>
        <Fact icon="user-plus" title={t('Saved completely')}>
          {t('Your name, photo, numbers and links go into their contacts.')}
        </Fact>
        <Fact icon="chart" title={t('Counted honestly')}>
          {t('Views, clicks and saves, with no bots and no cookies.')}
        </Fact>
      </ul>
    </aside>
  )
}

function Fact({ icon, title, children }: { icon: IconName; title: string; children: ReactNode }) {
  return (
    <li>
      <Icon name={icon} />
      <span>
        <strong>{title}</strong>
        {children}
      </span>
    </li>
  )
}

/** The card of a fictional person. */
const sampleCard: PublicCard = {
  ...blankCard,
  slug: 'ines-duarte',
  theme: 'nonprofit',
  name: t('Ines Duarte'),
  title: t('Head of Programmes'),
  company: t('Riverbank Trust'),
  phone: '+44 20 7946 0102',
  email: 'ines@riverbank.example',
  address: t('4 Quay Street, Bristol'),
  about: t('We bring rivers back to the towns that forgot them, one bank at a time.'),
  socialLinks: {
    linkedin: 'https://www.linkedin.com/in/example',
    instagram: 'https://www.instagram.com/example',
  },
  customizations: { ...blankCard.customizations, website: 'riverbank.example' },
}
