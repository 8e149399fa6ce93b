import type { PublicCard } from '../../../schema/card.ts'

/** Somebody who does not exist, to show what a card looks like. */
export const sampleCard: PublicCard = {
  id: 0,
  slug: 'ines-duarte',
  theme: 'nonprofit',
  name: 'Ines Duarte',
  title: 'Head of Programmes',
  company: 'Riverbank Trust',
  phone: '+44 20 7946 0102',
  email: 'ines@riverbank.example',
  address: '4 Quay Street, Bristol',
  about: 'We bring rivers back into the towns that forgot them, one bank at a time.',
  profilePicture: null,
  coverPhoto: null,
  logoUrl: null,
  videoUrl: null,
  faviconUrl: null,
  socialLinks: {
    linkedin: 'https://www.linkedin.com/in/example',
    instagram: 'https://www.instagram.com/example',
  },
  customButtons: [],
  gallery: [],
  formConfig: { fields: [], consent: null, thanks: null },
  customizations: {
    website: 'riverbank.example',
    about: null,
    pronouns: null,
    department: null,
  },
  updatedAt: '2026-01-01T00:00:00.000Z',
}
