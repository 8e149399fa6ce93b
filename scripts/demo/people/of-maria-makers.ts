/** Two makers whose cards `maria` keeps. */
import { palettes } from '../palettes.ts'
import { networks } from './networks.ts'
import type { Person } from './person.ts'

const zuri: Person = {
  owner: 'maria',
  look: 'zuri',
  palette: palettes.poster,
  cover: 'mural',
  logo: { shape: 'loud', word: 'LOUD', color: '#111111' },
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
    socialLinks: networks('zuri-mbeki', ['instagram', 'behance', 'threads', 'telegram', 'video']),
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

const haruka: Person = {
  owner: 'maria',
  look: 'haruka',
  palette: palettes.clay,
  cover: 'vessels',
  logo: { shape: 'bowl', color: '#4f6b52' },
  gallery: [
    ['vessels', '棚に並ぶ花器'],
    ['teabowl', 'A tea bowl from above'],
    ['tiles', 'Glaze tests, one tile for each firing'],
    ['teahouse', 'The tea house with its round window'],
    ['branch', 'Persimmon branch in November'],
  ],
  traffic: {
    views: 11,
    weekend: 0.9,
    peak: 14,
    clicks: 0.38,
    saves: 0.16,
    event: { ago: 44, times: 5 },
    cities: [
      ['Kyoto', 6],
      ['Tokyo', 5],
      ['Stockholm', 1],
      ['London', 2],
    ],
  },
  card: {
    slug: 'haruka',
    theme: 'nonprofit',
    name: '山本 春香',
    title: '陶芸家',
    company: '春窯 Haru Kiln',
    phone: '+81 75 555 0121',
    email: 'haruka@yamamoto.example',
    address: '京都府京都市東山区清水 1-2-3',
    pin: [34.9949, 135.785],
    website: 'https://harukiln.example',
    about:
      '土と灰だけでうつわをつくっています。\n\nTableware from local clay and wood ash. The kiln is lit four times a year; visitors are welcome on the second day.',
    videoUrl: 'https://vimeo.com/1084537',
    nameParts: { given: '春香', family: '山本' },
    socialLinks: networks('haruka-yamamoto', ['instagram', 'wechat', 'facebook']),
    customButtons: [
      { text: '窯開きの予定', url: 'https://harukiln.example/open', backgroundColor: '#4f6b52' },
      {
        text: 'Shop the last firing',
        url: 'https://harukiln.example/shop',
        backgroundColor: '#d9bd90',
      },
    ],
  },
}

export const makersOfMaria = [zuri, haruka]
