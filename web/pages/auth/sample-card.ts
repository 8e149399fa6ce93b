import { blankCard } from '../../../schema/blank-card.ts'
import type { PublicCard } from '../../../schema/card.ts'

/** Somebody who does not exist, to show what a card looks like. */
export const sampleCard: PublicCard = {
  ...blankCard,
  slug: 'ines-duarte',
  theme: 'nonprofit',
  name: 'Ines Duarte',
  title: 'Head of Programmes',
  company: 'Riverbank Trust',
  phone: '+44 20 7946 0102',
  email: 'ines@riverbank.example',
  address: '4 Quay Street, Bristol',
  about: 'We bring rivers back into the towns that forgot them, one bank at a time.',
  socialLinks: {
    linkedin: 'https://www.linkedin.com/in/example',
    instagram: 'https://www.instagram.com/example',
  },
  customizations: { ...blankCard.customizations, website: 'riverbank.example' },
}
