/** Badges and paper cards with known details in six languages, for the measurement of what booth mode reads. */
import QRCode from 'qrcode'

/** What a reader should find. Of a badge with a number only, `code`. */
export type Truth = {
  name?: string
  email?: string
  phone?: string
  website?: string
  code?: string
}

export type Sample = { id: string; kind: 'code' | 'card'; truth: Truth; html: string }

type Person = { name: string; title: string; company: string; city: string; phone: string }

const people: Record<string, Person[]> = {
  en: [
    person(
      'Grace Hopper',
      'Head of Engineering',
      'Northwind Ltd',
      '12 Mill Lane\nLeeds LS1 4AP',
      '+44 113 496 0182',
    ),
    person(
      'Martin Oduya',
      'Sales Director',
      'Harbour Systems Inc',
      '400 Pine Street\nSeattle, WA 98101',
      '+1 206 555 0143',
    ),
  ],
  de: [
    person(
      'Jürgen Müller',
      'Leiter Vertrieb',
      'Weiß Maschinenbau GmbH',
      'Königstraße 27\n70173 Stuttgart',
      '+49 711 2294 8810',
    ),
    person(
      'Anke Schröder',
      'Geschäftsführerin',
      'Nordlicht AG',
      'Hafenweg 3\n20457 Hamburg',
      '+49 40 3176 5520',
    ),
  ],
  fr: [
    person(
      'Hélène Lefèvre',
      'Directrice commerciale',
      'Atelier Clément SARL',
      '8 rue de la Paix\n75002 Paris',
      '+33 1 42 68 53 00',
    ),
    person(
      'François Garnier',
      'Ingénieur conseil',
      'Garnier & Fils SAS',
      '21 cours Lafayette\n69003 Lyon',
      '+33 4 78 95 12 34',
    ),
  ],
  es: [
    person(
      'Lucía Ibáñez',
      'Directora de ventas',
      'Talleres Peña S.L.',
      'Calle Mayor 14\n28013 Madrid',
      '+34 91 523 08 47',
    ),
    person(
      'Íñigo Muñoz',
      'Jefe de producto',
      'Muñoz Logística S.A.',
      'Avda. Diagonal 211\n08018 Barcelona',
      '+34 93 412 76 55',
    ),
  ],
  ja: [
    person('Haruka Sato', '営業部長', 'サトウ株式会社', '東京都港区芝公園4-2-8', '+81 3 5403 1188'),
    person(
      'Kenji Mori',
      'エンジニア',
      '森テック株式会社',
      '大阪市北区梅田3-1-1',
      '+81 6 6343 9021',
    ),
  ],
  it: [
    person(
      'Niccolò Rossi',
      'Responsabile acquisti',
      'Officine Rossi S.p.A.',
      'Via Garibaldi 9\n20121 Milano',
      '+39 02 8646 1170',
    ),
    person(
      'Chiara D’Angelo',
      'Direttrice marketing',
      'Studio Perù S.r.l.',
      'Corso Cavour 5\n10123 Torino',
      '+39 011 561 7783',
    ),
  ],
}

/** The first `count` of 200 samples: codes and cards in turn, spread over the languages. */
export async function makeSamples(count: number): Promise<Sample[]> {
  const languages = Object.keys(people)
  return Promise.all(
    Array.from({ length: count }, async (_, at) => {
      const language = languages[Math.floor(at / 2) % languages.length] ?? 'en'
      const known = people[language] ?? []
      const turn = Math.floor(at / (2 * languages.length))
      const base = known[turn % known.length]
      if (!base) throw new Error(`No person for ${language}`)
      const of = { ...base, phone: withNumber(base.phone, turn) }
      return at % 2 === 0
        ? codeSample(of, turn, `${language}-${at}`)
        : cardSample(of, turn, `${language}-${at}`)
    }),
  )
}

function person(name: string, title: string, company: string, city: string, phone: string): Person {
  return { name, title, company, city, phone }
}

/** Another number of the same format. */
function withNumber(phone: string, turn: number): string {
  return (
    phone.slice(0, -2) + String(((Number(phone.slice(-2).replace(' ', '0')) + 7 * turn) % 90) + 10)
  )
}

function mailOf({ name }: Person, turn: number): string {
  const plain = name
    .normalize('NFD')
    .replace(/[^\p{ASCII}]|['’]/gu, '')
    .toLowerCase()
  const [given = '', family = ''] = plain.split(' ')
  const domains = [
    'northwind.example',
    'nordlicht.de',
    'talleres-pena.es',
    'atelier.fr',
    'mori-tech.co.jp',
    'rossi.it',
  ]
  const locals = [
    `${given}.${family}`,
    `${given[0]}.${family}`,
    `${given}_${family}`,
    `${family}${turn}`,
  ]
  return `${locals[turn % locals.length]}@${domains[(turn + family.length) % domains.length]}`
}

/** A code on a badge: vCard 3.0 or 4.0, MeCard, a card's link, or a registration number, as a QR code of some size. */
async function codeSample(of: Person, turn: number, id: string): Promise<Sample> {
  const email = mailOf(of, turn)
  const { name, phone, company, title } = of
  const [given = '', family = ''] = name.split(' ')
  const details = { name, email, phone }
  const vcard = (version: string) =>
    `BEGIN:VCARD\r\nVERSION:${version}\r\nN:${family};${given};;;\r\nFN:${name}\r\nORG:${company}\r\nTITLE:${title}\r\nTEL;TYPE=WORK:${phone}\r\nEMAIL:${email}\r\nEND:VCARD\r\n`
  const contents: { text: string; truth: Truth }[] = [
    { text: vcard('3.0'), truth: details },
    {
      text: `MECARD:N:${family},${given};TEL:${phone};EMAIL:${email};ORG:${company};;`,
      truth: details,
    },
    {
      text: `https://cards.example/view/${family.length}${turn}`,
      truth: { website: `https://cards.example/view/${family.length}${turn}` },
    },
    { text: `${8_100_000 + turn * 37}`, truth: { code: `${8_100_000 + turn * 37}` } },
    { text: vcard('4.0'), truth: details },
  ]
  const { text, truth } = contents[turn % contents.length] ?? { text: '', truth: {} }
  const code = await QRCode.toString(text, {
    type: 'svg',
    margin: 2,
    errorCorrectionLevel: turn % 3 === 0 ? 'L' : 'M',
  })
  const size = 220 + 30 * (turn % 5)
  const html = `<div class="badge"><h2>EXPO 2026</h2><h1>${name}</h1><p>${company}</p><div style="width:${size}px">${code}</div></div>`
  return { id, kind: 'code', truth, html: page(html, turn) }
}

const looks = [
  'background:#fff;color:#111;font-family:sans-serif',
  'background:#f6f1e7;color:#2b2118;font-family:serif',
  'background:#16324f;color:#f4f7fa;font-family:sans-serif',
  'background:#fff;color:#333;font-family:serif;text-align:center',
]

/** A paper card of 85 × 55 mm in one of four looks, with or without labels. */
function cardSample(of: Person, turn: number, id: string): Sample {
  const email = mailOf(of, turn)
  const { name, phone, company, title, city } = of
  const [t = '', e = ''] = turn % 2 === 0 ? ['Tel. ', 'E-mail '] : ['', '']
  const lines = [`${t}${phone}`, `${e}${email}`, ...city.split('\n')]
  const html = `<div class="card" style="${looks[turn % looks.length]}"><h2>${company}</h2><h1>${name}</h1><p><i>${title}</i></p>${lines.map((line) => `<p>${line}</p>`).join('')}</div>`
  return { id, kind: 'card', truth: { email, phone }, html: page(html, turn) }
}

/** Held in a hand: turned by up to two degrees, in uneven light. */
function page(content: string, turn: number): string {
  const angle = ((turn * 7) % 5) - 2
  return `<!doctype html><meta charset="utf-8"><style>
    body{margin:0;width:1180px;height:820px;display:grid;place-items:center;background:#8b8378}
    .card,.badge{rotate:${angle}deg;box-shadow:0 8px 30px #0008;position:relative}
    .card::after,.badge::after{content:"";position:absolute;inset:0;background:linear-gradient(${turn * 40}deg,#0000,#0002)}
    .card{box-sizing:border-box;width:1000px;min-height:640px;padding:56px;font-size:30px}
    .badge{width:460px;padding:30px;background:#fff;text-align:center;font-family:sans-serif}
    .badge div{margin:auto} h1{font-size:46px;margin:14px 0 4px} h2{font-size:34px;margin:0} p{margin:9px 0}
    .badge h1{font-size:30px}
  </style>${content}`
}
