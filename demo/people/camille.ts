import { button, type Person, socialLinks } from '../person.ts'

export const camille: Person = {
  owner: 'maria',
  gallery: [
    ['mirror', 'The round mirror and the marble table of the salon'],
    ['bottles', 'Amber bottles of the house oils'],
    ['swatches', 'Colour swatches of the autumn range'],
    ['silk', 'Folded silk in rose and wine'],
    ['bouquet', 'Ranunculus on the counter'],
  ],
  traffic: {
    views: 24,
    weekend: 1.3,
    peak: 17,
    clicks: 0.6,
    saves: 0.13,
    event: { ago: 30, times: 4 },
    cities: { Paris: 9, Lyon: 3, London: 2, Dubai: 1 },
  },
  card: {
    slug: 'camille',
    theme: 'beauty',
    name: 'Camille Laurent-Desrosiers',
    title: 'Colourist & Stylist',
    company: 'Maison Laurent',
    phone: '+33 1 99 00 12 34',
    email: 'camille@laurent.example',
    address: '12 rue des Lilas, 75019 Paris, France',
    pin: [48.8779, 2.395],
    website: 'https://maisonlaurent.example',
    about:
      'Couleur, coupe et beaucoup d’écoute.\n\nOne chair, one client at a time, plant-based colour since 2011. English and Portuguese spoken.',
    videoUrl: 'https://media.maisonlaurent.example/atelier.mp4',
    nameParts: { given: 'Camille', family: 'Laurent-Desrosiers' },
    socialLinks: socialLinks('camille-laurent', [
      'instagram',
      'tiktok',
      'pinterest',
      'facebook',
      'whatsapp',
    ]),
    customButtons: [
      button('Prendre rendez-vous', 'https://maisonlaurent.example/rdv', '#6e1f42'),
      button('Gift a visit', 'https://maisonlaurent.example/gift', '#c79a5b'),
    ],
  },
}
