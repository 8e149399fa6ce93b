import { button, type Person, socialLinks } from '../person.ts'

export const alex: Person = {
  owner: 'admin',
  cover: true,
  gallery: [
    ['coffee', 'A notebook, a pen and a cup of coffee on a wooden desk'],
    ['stickies', 'A wall of sticky notes sorted into four columns'],
    ['roadmap', 'A roadmap with four milestones on a whiteboard'],
    ['lighthouse', 'The lighthouse at Spring Point before sunrise'],
  ],
  sharePoints: [
    ['Coastal Founders Day', 'booth'],
    ['Conference badge', 'badge'],
    ['Desk in the co-working space', 'nfc'],
  ],
  traffic: {
    views: 16,
    weekend: 0.45,
    peak: 11,
    clicks: 0.34,
    saves: 0.14,
    event: { ago: 24, times: 5 },
    cities: { Portland: 6, Boston: 3, 'New York': 3, London: 1, Berlin: 1 },
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
    socialLinks: socialLinks('alex-carter', ['linkedin', 'medium', 'gmail', 'skype']),
    customButtons: [
      button('Book a free half hour', 'https://carter.example/book', '#d9bd90'),
      button('Read the field notes', 'https://carter.example/notes', '#2f7f86'),
    ],
    form: {
      fields: [
        { key: 'name', required: true },
        { key: 'email', required: true },
        { key: 'company' },
        { key: 'question1', label: 'What keeps you up at night?' },
      ],
      consent: 'I agree that Carter Advisory may reply to me by email.',
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
