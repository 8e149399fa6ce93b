/** Two more cards of `admin`: people of the stage and the camera. */
import { palettes } from '../palettes.ts'
import { networks } from './networks.ts'
import type { Person } from './person.ts'

const kai: Person = {
  owner: 'admin',
  look: 'kai',
  palette: palettes.neon,
  logo: { shape: 'loop', word: 'LUMEN', color: '#d3c2ff' },
  gallery: [
    ['stage', 'Beams of light over the crowd at Pier 9'],
    ['ribbons', 'A frame of the ribbon loop'],
    ['tunnel', 'The light tunnel of the winter festival'],
    ['timeline', 'The timeline of the opening titles'],
    ['orbs', 'Glass spheres from the autumn show reel'],
    ['keyframes', 'Keyframe curves of one second of motion'],
  ],
  traffic: {
    views: 34,
    weekend: 1.2,
    peak: 20,
    clicks: 0.55,
    saves: 0.09,
    event: { ago: 6, times: 9 },
    cities: [
      ['San Francisco', 6],
      ['New York', 3],
      ['Tokyo', 4],
      ['Berlin', 2],
      ['São Paulo', 2],
      ['London', 2],
    ],
  },
  card: {
    slug: 'kai',
    theme: 'dynamic',
    name: 'Kai Nakamura 中村 海',
    title: 'Motion Director',
    company: 'Lumen Loop',
    phone: '+1 415-555-0142',
    email: 'kai@lumenloop.example',
    address: 'Pier 9, The Embarcadero, San Francisco, CA 94111, USA',
    pin: [37.8003, -122.3975],
    website: 'https://lumenloop.example',
    about:
      'Light, loops and live visuals.\n\nTitle sequences, stage screens and the occasional tunnel you walk through. Twenty-four frames are enough if each one means it.',
    videoUrl: 'https://vimeo.com/1084537',
    nameParts: { given: 'Kai', family: 'Nakamura' },
    socialLinks: networks('kai-nakamura', [
      'instagram',
      'tiktok',
      'youtube',
      'discord',
      'twitter',
      'threads',
      'snapchat',
      'behance',
    ]),
    customButtons: [
      { text: 'Watch the reel', url: 'https://lumenloop.example/reel', backgroundColor: '#7c3aed' },
      { text: 'Next shows', url: 'https://lumenloop.example/live', backgroundColor: '#22d3ee' },
      {
        text: 'Book the tunnel',
        url: 'mailto:tunnel@lumenloop.example',
        backgroundColor: '#d9bd90',
      },
    ],
  },
}

const leyla: Person = {
  owner: 'admin',
  look: 'leyla',
  palette: palettes.desert,
  cover: 'dunes',
  logo: { shape: 'lens', color: '#9a4a2c' },
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
    cities: [
      ['Amman', 6],
      ['Dubai', 4],
      ['Paris', 2],
      ['Berlin', 2],
    ],
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
    socialLinks: networks('leyla-haddad', ['instagram', 'pinterest', 'viber', 'whatsapp']),
    customButtons: [
      { text: 'معرض الصور', url: 'https://haddad.example/gallery', backgroundColor: '#9a4a2c' },
      { text: 'Order a print', url: 'https://haddad.example/prints', backgroundColor: '#d9bd90' },
    ],
  },
}

export const stageCardsOfAdmin = [kai, leyla]
