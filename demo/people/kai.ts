import { button, type Person, socialLinks } from '../person.ts'

export const kai: Person = {
  owner: 'admin',
  favicon: true,
  gallery: [
    ['stage', 'Beams of light over the crowd at Pier 9'],
    ['ribbons', 'A frame of the ribbon loop'],
    ['tunnel', 'The light tunnel of the winter festival'],
    ['timeline', 'The timeline of the opening titles'],
    ['orbs', 'Glass spheres from the autumn show reel'],
    ['keyframes', 'Keyframe curves of one second of motion'],
  ],
  sharePoints: [
    ['Motion Meetup booth', 'booth'],
    ['NFC wristband', 'nfc'],
  ],
  traffic: {
    views: 34,
    weekend: 1.2,
    peak: 20,
    clicks: 0.55,
    saves: 0.09,
    event: { ago: 6, times: 9 },
    cities: { 'San Francisco': 6, 'New York': 3, Tokyo: 4, Berlin: 2, 'São Paulo': 2, London: 2 },
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
    socialLinks: socialLinks('kai-nakamura', [
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
      button('Watch the reel', 'https://lumenloop.example/reel', '#7c3aed'),
      button('Next shows', 'https://lumenloop.example/live', '#22d3ee'),
      button('Book the tunnel', 'mailto:tunnel@lumenloop.example', '#d9bd90'),
    ],
  },
}
