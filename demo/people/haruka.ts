import { button, type Person, socialLinks } from '../person.ts'

export const haruka: Person = {
  owner: 'maria',
  cover: true,
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
    cities: { Kyoto: 6, Tokyo: 5, Stockholm: 1, London: 2 },
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
    socialLinks: socialLinks('haruka-yamamoto', ['instagram', 'wechat', 'facebook']),
    customButtons: [
      button('窯開きの予定', 'https://harukiln.example/open', '#4f6b52'),
      button('Shop the last firing', 'https://harukiln.example/shop', '#d9bd90'),
    ],
  },
}
