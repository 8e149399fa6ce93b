import type { Card } from '../../../schema/card.ts'

/** A card as the server sends it, for tests of the draft. */
export function makeCard(fields: Partial<Card> = {}): Card {
  return {
    id: 7,
    userId: 3,
    slug: 'ada',
    theme: 'minimalist',
    name: 'Ada',
    title: null,
    company: null,
    phone: null,
    email: 'ada@example.com',
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
    embedCodes: [],
    formConfig: { fields: [], consent: null, thanks: null },
    customizations: {
      website: null,
      about: null,
      customCss: null,
      pronouns: null,
      department: null,
    },
    state: 'live',
    version: 1,
    createdAt: '2026-01-01T00:00:00.000Z',
    updatedAt: '2026-01-01T00:00:00.000Z',
    user: { id: 3, accessLevel: 3 },
    ...fields,
  }
}
