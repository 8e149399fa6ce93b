/** The invented people of the landing page: one card for each theme. */
import { blankCard } from '../../schema/cards/blank-card.ts'
import type { PublicCard } from '../../schema/cards/card.ts'
import type { themeNames } from '../../schema/cards/theme.ts'

export type ThemeKey = keyof typeof themeNames

/** A fictional person: their card, and the name of their image in `web/landing/people`. */
export type Sample = { theme: ThemeKey; card: PublicCard; face: string }

/** One person per theme, in the order of the themes. */
export const samples: Record<ThemeKey, Sample> = {
  minimalist: sample('minimalist', 'ada', {
    name: 'Ada Lindqvist',
    title: 'Architect, RIBA',
    company: 'Studio Lindqvist',
    phone: '+44 20 7946 0155',
    website: 'lindqvist.example',
  }),
  dynamic: sample('dynamic', 'kai', {
    name: 'Kai Nakamura',
    title: 'Motion Director',
    company: 'Lumen Loop',
    phone: '+1 415-555-0142',
    website: 'lumenloop.example',
  }),
  nonprofit: sample('nonprofit', 'amara', {
    name: 'Amara Okafor',
    title: 'Programme Director',
    company: 'Greenline Trust',
    phone: '+44 117 496 0187',
    website: 'greenline.example',
  }),
  education: sample('education', 'alice', {
    name: 'Dr Alice Whitfield',
    title: 'Head of Physics',
    company: 'Ashgrove Academy',
    phone: '+44 113 496 0123',
    website: 'ashgrove.example',
  }),
  health: sample('health', 'ben', {
    name: 'Ben Raman',
    title: 'Physiotherapist, DPT',
    company: 'Stillwater Clinic',
    phone: '+1 608-555-0176',
    website: 'stillwater.example',
  }),
  beauty: sample('beauty', 'camille', {
    name: 'Camille Laurent',
    title: 'Colourist & Stylist',
    company: 'Maison Laurent',
    phone: '+33 1 99 00 12 34',
    website: 'laurent.example',
  }),
  corporate: sample('corporate', 'james', {
    slug: 'holloway',
    name: 'James R. Holloway',
    title: 'Managing Partner',
    company: 'Holloway & Crane LLP',
    phone: '+1 212-555-0111',
    website: 'holloway.example',
  }),
  creative: sample('creative', 'zuri', {
    name: 'Zuri Mbeki',
    title: 'Illustrator & Muralist',
    company: 'Studio Loud',
    phone: '+27 21 555 0134',
    website: 'studioloud.example',
  }),
  tech: sample('tech', 'devon', {
    name: 'Devon Ferreira',
    title: 'Staff Engineer',
    company: 'Latticeworks',
    phone: '+351 210 000 134',
    website: 'latticeworks.example',
  }),
}

function sample(theme: ThemeKey, face: string, { website, ...input }: Person): Sample {
  const card = {
    ...blankCard,
    slug: face,
    ...input,
    theme,
    customizations: { ...blankCard.customizations, website },
  }
  return { theme, face, card: { ...card, email: `${card.slug}@${website}` } }
}

type Person = Record<'name' | 'title' | 'company' | 'phone' | 'website', string> & { slug?: string }
