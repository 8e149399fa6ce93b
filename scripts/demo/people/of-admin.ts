/** The cards of `admin`, who looks after some for clients. */
import { palettes } from '../palettes.ts'
import { networks } from './networks.ts'
import type { Person } from './person.ts'

const alex: Person = {
  owner: 'admin',
  look: 'alex',
  palette: palettes.amber,
  cover: 'harbour',
  logo: { shape: 'sunrise', color: '#b45309' },
  gallery: [
    ['coffee', 'A notebook, a pen and a cup of coffee on a wooden desk'],
    ['stickies', 'A wall of sticky notes sorted into four columns'],
    ['roadmap', 'A roadmap with four milestones on a whiteboard'],
    ['lighthouse', 'The lighthouse at Spring Point before sunrise'],
  ],
  traffic: {
    views: 16,
    weekend: 0.45,
    peak: 11,
    clicks: 0.34,
    saves: 0.14,
    event: { ago: 24, times: 5 },
    cities: [
      ['Portland', 6],
      ['Boston', 3],
      ['New York', 3],
      ['London', 1],
      ['Berlin', 1],
    ],
  },
  card: {
    slug: 'alex',
    theme: 'sunrise',
    name: 'Alex Carter',
    title: 'Independent Consultant',
    company: 'Carter Advisory',
    phone: '+1 207-555-0199',
    email: 'alex@carter.example',
    address: '18 Harbour Street, Portland, ME 04101, USA',
    pin: [43.6568, -70.2526],
    website: 'https://carter.example',
    about:
      'I help small companies decide what not to build.\n\nTwelve years in product teams, six on my own: discovery sprints, roadmaps that survive the quarter, and calm hand-overs. Coffee is on me if you come to the harbour.',
    videoUrl: 'https://www.youtube.com/watch?v=aqz-KE-bpKQ',
    pronouns: 'they/them',
    nameParts: { given: 'Alex', family: 'Carter' },
    socialLinks: networks('alex-carter', ['linkedin', 'medium', 'gmail', 'skype']),
    customButtons: [
      {
        text: 'Book a free half hour',
        url: 'https://carter.example/book',
        backgroundColor: '#d9bd90',
      },
      {
        text: 'Read the field notes',
        url: 'https://carter.example/notes',
        backgroundColor: '#2f7f86',
      },
    ],
    form: {
      fields: [
        { key: 'name', required: true },
        { key: 'email', required: true },
        { key: 'company' },
        { key: 'question1', label: 'What keeps you up at night?' },
      ],
      consent: 'I agree that Carter Advisory may answer me by e-mail.',
      thanks: 'Thank you. I answer within two working days.',
    },
  },
  submissions: [
    {
      name: 'Nadia Brandt',
      email: 'nadia@brandtfoods.example',
      company: 'Brandt Foods',
      question1: 'Three products, one team.',
    },
    {
      name: 'Owen Pike',
      email: 'owen.pike@tidewater.example',
      company: 'Tidewater Ferries',
      question1: 'Our booking page.',
    },
  ],
}

const james: Person = {
  owner: 'admin',
  look: 'james',
  palette: palettes.navy,
  cover: 'skyline',
  logo: { shape: 'pillars', color: '#0f2a4f' },
  gallery: [
    ['boardroom', 'The boardroom on the fortieth floor'],
    ['colonnade', 'The colonnade of the old exchange'],
    ['report', 'A page of the annual report with its charts'],
    ['contract', 'A contract with a fountain pen, ready to be signed'],
    ['skyline', 'The financial district at dusk'],
  ],
  traffic: {
    views: 22,
    weekend: 0.15,
    peak: 10,
    clicks: 0.28,
    saves: 0.2,
    event: { ago: 38, times: 6 },
    cities: [
      ['New York', 8],
      ['Boston', 2],
      ['London', 3],
      ['Frankfurt', 2],
      ['Tokyo', 1],
    ],
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
    socialLinks: networks('james-holloway', ['linkedin', 'twitter', 'video']),
    customButtons: [
      {
        text: 'Arrange a meeting',
        url: 'https://hollowaycrane.example/meet',
        backgroundColor: '#0f2a4f',
      },
      { text: 'Ring my assistant', url: 'tel:+12125550113', backgroundColor: '#d9bd90' },
    ],
  },
}

const amara: Person = {
  owner: 'admin',
  look: 'amara',
  palette: palettes.meadow,
  cover: 'valley',
  logo: { shape: 'leaf', color: '#25633a' },
  gallery: [
    ['seedling', 'A seedling with its first true leaves'],
    ['wetland', 'Reeds and a heron on the restored wetland'],
    ['woodland', 'Sunlight between young birches'],
    ['jars', 'Labelled jars of the seed library'],
    ['valley', 'The valley in June, seen from the seed store'],
    ['leaves', 'Pressed leaves from the spring count'],
  ],
  traffic: {
    views: 19,
    weekend: 0.8,
    peak: 15,
    clicks: 0.42,
    saves: 0.11,
    event: { ago: 12, times: 8 },
    cities: [
      ['Bristol', 7],
      ['London', 4],
      ['Leeds', 1],
      ['Nairobi', 2],
      ['Paris', 1],
    ],
  },
  card: {
    slug: 'amara',
    theme: 'nonprofit',
    name: 'Amara Okafor',
    title: 'Programme Director',
    company: 'Greenline Trust',
    phone: '+44 117 496 0187',
    email: 'amara@greenline.example',
    address: 'The Seed Store, 3 Quay Lane, Bristol BS1 4AA, United Kingdom',
    pin: [51.4508, -2.5985],
    website: 'https://greenline.example',
    about:
      'Greenline turns forgotten railway land into wildflower corridors: 41 miles so far, planted and counted by eleven hundred volunteers.\n\nIf you have a verge, a schoolyard or an hour on Saturday, we have seeds.',
    videoUrl: 'https://media.greenline.example/spring-count.mp4',
    pronouns: 'she/her',
    nameParts: { given: 'Amara', family: 'Okafor' },
    socialLinks: networks('amara-okafor', [
      'instagram',
      'facebook',
      'whatsapp',
      'youtube',
      'mastodon',
    ]),
    customButtons: [
      { text: 'Give a mile', url: 'https://greenline.example/give', backgroundColor: '#25633a' },
      {
        text: 'Volunteer on Saturday',
        url: 'https://greenline.example/saturday',
        backgroundColor: '#f0b23f',
      },
    ],
    form: {
      fields: [
        { key: 'name', required: true },
        { key: 'phone' },
        { key: 'message', required: true },
      ],
      consent: 'Greenline may ring or write to me about volunteering.',
      thanks: 'Lovely. Bring boots; we bring the rest.',
    },
  },
  submissions: [
    {
      name: 'Tom Hale',
      phone: '+44 7700 900142',
      message: 'Two of us for Saturday, one with a wheelbarrow.',
    },
    { name: 'Rukhsana Mirza', phone: '', message: 'Our school yard is all tarmac. Can you help?' },
    {
      name: 'Gwen Parry',
      phone: '+44 7700 900871',
      message: 'I have a bag of cowslip seed for the library.',
    },
  ],
}

export const cardsOfAdmin = [alex, james, amara]
