import { button, type Person, socialLinks } from '../person.ts'

export const ben: Person = {
  owner: 'ben',
  cover: true,
  gallery: [
    ['clinic', 'The treatment room with a view of the lake'],
    ['weights', 'Kettlebells, bands and a ball on the mat'],
    ['plants', 'Plants on the sill of the waiting room'],
    ['lake', 'The lake path, two kilometres, flat'],
  ],
  traffic: {
    views: 12,
    weekend: 0.35,
    peak: 9,
    clicks: 0.46,
    saves: 0.24,
    event: { ago: 33, times: 4 },
    cities: { Madison: 9, Chicago: 3, Portland: 1 },
  },
  card: {
    slug: 'ben',
    theme: 'health',
    name: 'Ben Raman',
    title: 'Physiotherapist, DPT',
    company: 'Stillwater Clinic',
    phone: '+1 608-555-0176',
    email: 'ben@stillwater.example',
    address: '220 Lake Road, Madison, WI 53703, USA',
    pin: [43.0766, -89.3838],
    website: 'https://stillwater.example',
    about:
      'Backs, knees and patience.\n\nFirst visits take an hour and end with three exercises, never thirty. Early appointments on Wednesdays from 6:30.',
    videoUrl: 'https://media.stillwater.example/welcome.mp4',
    nameParts: { given: 'Ben', family: 'Raman', suffix: 'DPT' },
    phones: [{ label: 'other', value: '+1 608-555-0177' }],
    socialLinks: socialLinks('ben-raman', ['facebook', 'whatsapp', 'gmail']),
    customButtons: [
      button('Make an appointment', 'https://stillwater.example/appointments', '#0a6b62'),
      button('Three exercises for the desk', 'https://stillwater.example/desk', '#d9bd90'),
    ],
  },
}
