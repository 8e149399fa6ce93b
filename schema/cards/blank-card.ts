/** An empty card for samples and tests. */
import type { PublicCard } from './card.ts'
import { eachDetail } from './details.ts'

export const blankCard: PublicCard = {
  id: 0,
  slug: 'blank',
  theme: 'minimalist',
  name: null,
  title: null,
  company: null,
  phone: null,
  email: null,
  address: null,
  about: null,
  profilePicture: null,
  coverPhoto: null,
  logoUrl: null,
  videoUrl: null,
  faviconUrl: null,
  socialLinks: {},
  customButtons: [],
  gallery: [],
  formConfig: { fields: [], consent: null, thanks: null },
  customizations: { website: null, about: null, ...eachDetail(() => null) },
  language: 'en',
  updatedAt: '2026-01-01T00:00:00.000Z',
}
