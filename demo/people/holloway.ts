import { button, type Person, socialLinks } from '../person.ts'

export const holloway: Person = {
  owner: 'admin',
  cover: true,
  gallery: [
    ['boardroom', 'The boardroom on the fortieth floor'],
    ['colonnade', 'The colonnade of the old exchange'],
    ['report', 'A page of the annual report with its charts'],
    ['contract', 'A contract with a fountain pen, ready to be signed'],
    ['skyline', 'The financial district at dusk'],
  ],
  sharePoints: [
    ['Annual report, back cover', 'letter'],
    ['Reception desk', 'poster'],
  ],
  traffic: {
    views: 22,
    weekend: 0.15,
    peak: 10,
    clicks: 0.28,
    saves: 0.2,
    event: { ago: 38, times: 6 },
    cities: { 'New York': 8, Boston: 2, London: 3, Frankfurt: 2, Tokyo: 1 },
  },
  card: {
    slug: 'holloway',
    theme: 'corporate',
    name: 'James Rutherford Holloway III',
    title: 'Managing Partner',
    company: 'Holloway & Crane LLP',
    phone: '+1 212-555-0111',
    email: 'j.holloway@hollowaycrane.example',
    address: 'One Exchange Place, 40th Floor, New York, NY 10005, USA',
    pin: [40.7067, -74.0125],
    website: 'https://hollowaycrane.example',
    about:
      'Counsel to family-owned companies in mergers, succession and cross-border disputes since 1994. Admitted in New York and in England and Wales.',
    videoUrl: 'https://vimeo.com/1084537',
    department: 'Mergers and Succession',
    nameParts: {
      prefix: 'Mr',
      given: 'James',
      additional: 'Rutherford',
      family: 'Holloway',
      suffix: 'III',
    },
    phones: [
      { label: 'mobile', value: '+1 917-555-0164' },
      { label: 'fax', value: '+1 212-555-0112' },
    ],
    emails: [{ label: 'other', value: 'office@hollowaycrane.example' }],
    socialLinks: socialLinks('james-holloway', ['linkedin', 'twitter', 'video']),
    customButtons: [
      button('Arrange a meeting', 'https://hollowaycrane.example/meet', '#0f2a4f'),
      button('Ring my assistant', 'tel:+12125550113', '#d9bd90'),
    ],
  },
}
