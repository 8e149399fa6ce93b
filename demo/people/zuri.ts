import { type Person, socialLinks } from '../person.ts'

export const zuri: Person = {
  owner: 'maria',
  cover: true,
  favicon: true,
  gallery: [
    ['mural', 'The mural on Albert Road, forty metres long'],
    ['posters', 'Four posters for the jazz festival'],
    ['sketchbook', 'A sketchbook with markers'],
    ['birds', 'Paper-cut birds for a book cover'],
    ['masks', 'Masks from the carnival series'],
    ['spraycans', 'Spray cans sorted by colour'],
    ['shapes', 'Screen print in five colours'],
    ['fruit', 'Still life with oranges'],
  ],
  traffic: {
    views: 30,
    weekend: 1.1,
    peak: 19,
    clicks: 0.62,
    saves: 0.07,
    event: { ago: 9, times: 6 },
    cities: [
      ['Cape Town', 7],
      ['Johannesburg', 3],
      ['London', 3],
      ['Berlin', 2],
      ['New York', 2],
    ],
  },
  card: {
    slug: 'zuri',
    theme: 'creative',
    name: 'Zuri Mbeki',
    title: 'Illustrator & Muralist',
    company: 'Studio Loud',
    phone: '+27 21 555 0134',
    email: 'hello@studioloud.example',
    address: '66 Albert Road, Woodstock, Cape Town 7925, South Africa',
    pin: [-33.9279, 18.4489],
    website: 'https://studioloud.example',
    about:
      'Big walls, small books, loud colours.\n\nI paint with whoever lives beside the wall. Recent: a taxi rank, a maternity ward, two breweries and a very patient bus.',
    videoUrl: 'https://www.youtube.com/watch?v=aqz-KE-bpKQ',
    pronouns: 'she/they',
    nameParts: { given: 'Zuri', family: 'Mbeki' },
    socialLinks: socialLinks('zuri-mbeki', [
      'instagram',
      'behance',
      'threads',
      'telegram',
      'video',
    ]),
    customButtons: [
      {
        text: 'Commission a wall',
        url: 'https://studioloud.example/walls',
        backgroundColor: '#ffd60a',
      },
      { text: 'Buy prints', url: 'https://studioloud.example/shop', backgroundColor: '#1a2fe0' },
      {
        text: 'Hear the playlist',
        url: 'https://studioloud.example/playlist',
        backgroundColor: '#ff9fd2',
      },
    ],
  },
}
