/** Text content of the landing page's lists. */

import { t, tIn } from '../messages/t.ts'
import type { ThemeKey } from './people.ts'

export const sections = [
  { id: 'features', title: t('Features') },
  { id: 'themes', title: t('Themes') },
  { id: 'pricing', title: t('Pricing') },
] as const

export const createAccount = '/auth?panel=create-account'

/** Labels of the three chips under the sample card. */
export const heroThemes: { theme: ThemeKey; title: string }[] = [
  { theme: 'minimalist', title: t('Minimalist') },
  { theme: 'dynamic', title: t('Dynamic') },
  { theme: 'creative', title: t('Creative') },
]

export const shownThemes: { theme: ThemeKey; text: string }[] = [
  { theme: 'minimalist', text: t('White space, thin lines, nothing to explain.') },
  { theme: 'dynamic', text: t('Stage light that drifts in once, then holds still.') },
  { theme: 'corporate', text: t('Navy, a gold rule and the manners of letterhead.') },
]

export const facts = [
  { figure: '0', text: t('apps for visitors to install') },
  { figure: '13 kB', text: t('to load a complete card') },
  { figure: '0', text: t('cookies for your visitors') },
]

export type FeatureContent = {
  title: string
  text: string
  link: string
  href?: string
  mail?: string
}

/** The features in order. Each links to its page; without `href` it opens a support email or the install guide. */
export const features = {
  themes: {
    title: t('Nine themes'),
    text: t("From an architect's white to a four-color poster. One tap changes the whole card."),
    link: t('See the themes'),
    href: '#themes',
  },
  qr: {
    title: t('QR sharing'),
    text: t(
      'Your code comes with the card: hold it up, print it or put it on a badge. A camera is all they need.',
    ),
    link: t('Get your code'),
    href: '/dashboard',
  },
  editor: {
    title: t('Visual editor'),
    text: t('Tap the name to change the name. You edit the card itself, not a form.'),
    link: t('Edit your card'),
    href: '/dashboard',
  },
  analytics: {
    title: t('Analytics'),
    text: t(
      'Views, clicks and saves by day, location and device. Bots and your own visits are not counted.',
    ),
    link: t('See your analytics'),
    href: '/advanced-analytics',
  },
  contact: {
    title: t('Contact-file export'),
    text: t(
      'Save Contact saves a complete contact with photo, numbers and links on iPhone, Android and Outlook.',
    ),
    link: t('Save a sample contact'),
    href: '/assets/ada-lindqvist.vcf',
  },
  team: {
    title: t('Team management'),
    text: t(
      'Five access levels, one list of people, and a spreadsheet upload for the day fifty people join.',
    ),
    link: t('Manage people'),
    href: '/users',
  },
  domain: {
    title: t('Custom domain'),
    text: t('Host cards on your own domain, so the link on the badge carries your name, not ours.'),
    link: t('Ask about your domain'),
    mail: t('Custom domain'),
  },
  mobile: {
    title: t('Mobile optimised'),
    text: t('Made for one thumb and a weak signal. Works from 320 px up, and on your home screen.'),
    link: t('Put it on your phone'),
  },
  social: {
    title: t('Social links'),
    text: t(
      'LinkedIn to Discord, with their own icons. Any other network by name. Every click is counted.',
    ),
    link: t('Add your links'),
    href: '/dashboard',
  },
} satisfies Record<string, FeatureContent>
export type FeatureName = keyof typeof features

type Plan = {
  name: string
  price: number
  text: string
  popular?: true
  included: string[]
  left?: string[]
  sales?: true
}

export const plans: Plan[] = [
  {
    name: tIn('plan', 'Basic'),
    price: 5,
    text: t('A card that is always with you.'),
    included: [t('One card'), t('Standard themes'), t('Basic analytics'), t('QR code')],
    left: [t('Custom buttons'), t('Form builder')],
  },
  {
    name: t('Professional'),
    price: 12,
    text: t('A card that works while you talk.'),
    popular: true,
    included: [
      t('One card'),
      t('All premium themes'),
      t('Advanced analytics'),
      t('QR code'),
      t('Custom buttons'),
      t('Form builder'),
    ],
  },
  {
    name: t('Enterprise'),
    price: 29,
    text: t('Cards for everyone in the company.'),
    sales: true,
    included: [
      t('Unlimited cards'),
      t('Complete analytics'),
      t('Advanced customisation'),
      t('AI chatbot integration'),
      t('Priority support'),
    ],
  },
]

type Testimonial = { theme: ThemeKey; rating: number; words: string }

/** Testimonials of the fictional people on the sample cards. */
export const testimonials: Testimonial[] = [
  {
    theme: 'nonprofit',
    rating: 5,
    words: t(
      'Forty volunteers, one market stall, no paper. People scanned the seed jar and had my number before I finished the sentence.',
    ),
  },
  {
    theme: 'corporate',
    rating: 5,
    words: t(
      'My clients installed nothing. The contact arrives with the photo and the right extension, which paper never managed in thirty years.',
    ),
  },
  {
    theme: 'creative',
    rating: 4.5,
    words: t(
      'It looks like me, not like software. Half a star off because now I change my theme every single week.',
    ),
  },
]

/** Networks in the social links tile. */
export const networks = [
  'linkedin',
  'instagram',
  'youtube',
  'whatsapp',
  'tiktok',
  'threads',
  'telegram',
  'discord',
]
