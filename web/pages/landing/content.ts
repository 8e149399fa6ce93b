/** Text content of the landing page's lists. */
import type { ThemeKey } from './people.ts'

export const sections = [
  { id: 'features', title: 'Features' },
  { id: 'themes', title: 'Themes' },
  { id: 'pricing', title: 'Pricing' },
] as const

export const createAccount = '/auth?panel=create-account'

/** Labels of the three chips under the sample card. */
export const heroThemes: { theme: ThemeKey; title: string }[] = [
  { theme: 'minimalist', title: 'Minimalist' },
  { theme: 'dynamic', title: 'Dynamic' },
  { theme: 'creative', title: 'Creative' },
]

export const shownThemes: { theme: ThemeKey; text: string }[] = [
  { theme: 'minimalist', text: 'White space, thin lines, nothing to explain.' },
  { theme: 'dynamic', text: 'Stage light that drifts in once, then holds still.' },
  { theme: 'corporate', text: 'Navy, a gold rule and the manners of letterhead.' },
]

export const facts = [
  { figure: '0', text: 'apps for visitors to install' },
  { figure: '13 kB', text: 'to load a complete card' },
  { figure: '0', text: 'cookies for your visitors' },
]

export type FeatureName =
  | 'themes'
  | 'qr'
  | 'editor'
  | 'analytics'
  | 'contact'
  | 'team'
  | 'domain'
  | 'mobile'
  | 'social'

type Feature = { title: string; text: string; link: string; href?: string; mail?: string }

/** Each feature links to its page; without `href` it opens a support email or the install guide. */
export const features: Record<FeatureName, Feature> = {
  themes: {
    title: 'Nine themes',
    text: "From an architect's white to a four-color poster. One tap changes the whole card.",
    link: 'See the themes',
    href: '#themes',
  },
  qr: {
    title: 'QR sharing',
    text: 'Your code comes with the card: hold it up, print it or put it on a badge. A camera is all they need.',
    link: 'Get your code',
    href: '/dashboard',
  },
  editor: {
    title: 'Visual editor',
    text: 'Tap the name to change the name. You edit the card itself, not a form.',
    link: 'Edit your card',
    href: '/dashboard',
  },
  analytics: {
    title: 'Analytics',
    text: 'Views, clicks and saves by day, location and device. Bots and your own visits are not counted.',
    link: 'See your analytics',
    href: '/advanced-analytics',
  },
  contact: {
    title: 'Contact-file export',
    text: 'Save Contact saves a complete contact with photo, numbers and links on iPhone, Android and Outlook.',
    link: 'Save a sample contact',
    href: '/assets/ada-lindqvist.vcf',
  },
  team: {
    title: 'Team management',
    text: 'Five access levels, one list of people, and a spreadsheet upload for the day fifty people join.',
    link: 'Manage people',
    href: '/users',
  },
  domain: {
    title: 'Custom domain',
    text: 'Host cards on your own domain, so the link on the badge carries your name, not ours.',
    link: 'Ask about your domain',
    mail: 'Custom domain',
  },
  mobile: {
    title: 'Mobile optimised',
    text: 'Made for one thumb and a weak signal. Works from 320 px up, and on your home screen.',
    link: 'Put it on your phone',
  },
  social: {
    title: 'Social links',
    text: 'LinkedIn to Discord, with their own icons. Any other network by name. Every click is counted.',
    link: 'Add your links',
    href: '/dashboard',
  },
}

type Plan = {
  name: string
  price: number
  text: string
  popular?: true
  included: string[]
  left?: string[]
  sales?: true
}

/** Pricing plans. */
export const plans: Plan[] = [
  {
    name: 'Basic',
    price: 5,
    text: 'A card that is always with you.',
    included: ['One card', 'Standard themes', 'Basic analytics', 'QR code'],
    left: ['Custom buttons', 'Form builder'],
  },
  {
    name: 'Professional',
    price: 12,
    text: 'A card that works while you talk.',
    popular: true,
    included: [
      'One card',
      'All premium themes',
      'Advanced analytics',
      'QR code',
      'Custom buttons',
      'Form builder',
    ],
  },
  {
    name: 'Enterprise',
    price: 29,
    text: 'Cards for everyone in the company.',
    sales: true,
    included: [
      'Unlimited cards',
      'Complete analytics',
      'Advanced customisation',
      'AI chatbot integration',
      'Priority support',
    ],
  },
]

type Testimonial = { theme: ThemeKey; rating: number; words: string }

/** Testimonials of the fictional people on the sample cards. */
export const testimonials: Testimonial[] = [
  {
    theme: 'nonprofit',
    rating: 5,
    words:
      'Forty volunteers, one market stall, no paper. People scanned the seed jar and had my number before I finished the sentence.',
  },
  {
    theme: 'corporate',
    rating: 5,
    words:
      'My clients installed nothing. The contact arrives with the photo and the right extension, which paper never managed in thirty years.',
  },
  {
    theme: 'creative',
    rating: 4.5,
    words:
      'It looks like me, not like software. Half a star off because now I change my theme every single week.',
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
