import { button, type Person, socialLinks } from '../person.ts'

export const amara: Person = {
  owner: 'admin',
  cover: true,
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
    cities: { Bristol: 7, London: 4, Leeds: 1, Nairobi: 2, Paris: 1 },
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
    socialLinks: socialLinks('amara-okafor', [
      'instagram',
      'facebook',
      'whatsapp',
      'youtube',
      'mastodon',
    ]),
    customButtons: [
      button('Give a mile', 'https://greenline.example/give', '#25633a'),
      button('Volunteer on Saturday', 'https://greenline.example/saturday', '#f0b23f'),
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
