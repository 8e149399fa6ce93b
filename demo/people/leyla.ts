import { button, type Person, socialLinks } from '../person.ts'

export const leyla: Person = {
  owner: 'admin',
  cover: true,
  gallery: [
    ['dunes', 'كثبان الرمل عند الغروب'],
    ['doorway', 'Light through a carved doorway'],
    ['rooftops', 'Rooftops of the old city in the evening'],
    ['camera', 'A medium format camera'],
    ['oasis', 'Date palms mirrored in the oasis'],
  ],
  traffic: {
    views: 14,
    weekend: 1,
    peak: 18,
    clicks: 0.5,
    saves: 0.12,
    event: { ago: 51, times: 4 },
    cities: { Amman: 6, Dubai: 4, Paris: 2, Berlin: 2 },
  },
  card: {
    slug: 'leyla',
    theme: 'desert_rose',
    name: 'ليلى حدّاد',
    title: 'مصوّرة وثائقية',
    company: 'Atelier Haddad',
    phone: '+962 6 555 0148',
    email: 'leyla@haddad.example',
    address: 'شارع الرينبو ١٢، عمّان، الأردن',
    pin: [31.9506, 35.9239],
    website: 'https://haddad.example',
    about:
      'أصوّر البيوت والطرقات والضوء بينهما منذ خمسة عشر عامًا.\n\nI photograph houses, roads and the light between them. Exhibitions in Amman, Arles and Leipzig.',
    videoUrl: 'https://youtu.be/aqz-KE-bpKQ',
    nameParts: { given: 'ليلى', family: 'حدّاد' },
    phones: [{ label: 'mobile', value: '+962 7 9555 0148' }],
    socialLinks: socialLinks('leyla-haddad', ['instagram', 'pinterest', 'viber', 'whatsapp']),
    customButtons: [
      button('معرض الصور', 'https://haddad.example/gallery', '#9a4a2c'),
      button('Order a print', 'https://haddad.example/prints', '#d9bd90'),
    ],
  },
}
