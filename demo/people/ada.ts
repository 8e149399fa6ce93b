import { button, type Person, socialLinks } from '../person.ts'

export const ada: Person = {
  owner: 'maria',
  gallery: [
    ['room', 'The reading room of the lake house in the morning'],
    ['arches', 'Arches of the brick hall in low sun'],
    ['facade', 'The street front on Calvert Avenue'],
    ['stairs', 'The concrete stair seen from the landing'],
    ['floorplan', 'Ground floor plan, one to one hundred'],
    ['model', 'The timber model of the courtyard houses'],
  ],
  sharePoints: [
    ['Open House London', 'poster'],
    ['Site visit cards', 'letter'],
    ['Badge', 'badge'],
  ],
  traffic: {
    views: 28,
    weekend: 0.4,
    peak: 12,
    clicks: 0.4,
    saves: 0.18,
    event: { ago: 17, times: 7 },
    cities: { London: 7, Stockholm: 4, Bristol: 1, Berlin: 2, 'New York': 2, Paris: 1 },
  },
  card: {
    slug: 'ada',
    theme: 'minimalist',
    name: 'Ada Lindqvist',
    title: 'Architect, RIBA',
    company: 'Studio Lindqvist',
    phone: '+44 20 7946 0155',
    email: 'ada@lindqvist.example',
    address: '4 Calvert Avenue, London E2 7JP, United Kingdom',
    pin: [51.5268, -0.0763],
    website: 'https://lindqvist.example',
    about:
      'Small public buildings and the houses next to them.\n\nWe draw by hand until the section is right, then we build: a reading room, two schools, a ferry kiosk, and eleven houses that take no more than they need.',
    videoUrl: 'https://www.youtube.com/watch?v=aqz-KE-bpKQ',
    pronouns: 'she/her',
    nameParts: { given: 'Ada', family: 'Lindqvist' },
    phones: [{ label: 'mobile', value: '+44 7700 900155' }],
    emails: [{ label: 'work', value: 'studio@lindqvist.example' }],
    socialLinks: socialLinks('ada-lindqvist', ['linkedin', 'instagram', 'pinterest', 'medium']),
    customButtons: [
      button('See the houses', 'https://lindqvist.example/houses', '#141413'),
      button('Visit the studio', 'https://lindqvist.example/visit', '#d9bd90'),
    ],
    form: {
      fields: [
        { key: 'name', required: true },
        { key: 'email', required: true },
        { key: 'message' },
      ],
      consent: 'I agree that Studio Lindqvist keeps these details to get in touch with me.',
      thanks: 'Thank you for your details. I will write to you this week.',
    },
  },
  submissions: [
    {
      name: 'Henrik Sørensen',
      email: 'henrik@fjordbyg.example',
      message: 'We met at the timber fair. Could you send the section of the kiosk?',
    },
    {
      name: 'Priya Nair',
      email: 'priya.nair@northlight.example',
      message: 'Looking for an architect for a small gallery in Margate.',
    },
    { name: 'Tomasz Zieliński', email: 'tomasz@zielinski.example', message: '' },
    {
      name: 'Claire Dupont',
      email: 'claire.dupont@mairie.example',
      message: 'Bonjour, nous cherchons une équipe pour une école de six classes.',
    },
    {
      name: 'Sam Whitcombe',
      email: 'sam@whitcombe.example',
      message: 'Our terrace is dark. Is that something you take on?',
    },
    {
      name: '山本 春香',
      email: 'haruka@yamamoto.example',
      message: 'Lovely to see the studio. The tiles will be fired on Thursday.',
    },
    {
      name: 'Ingrid Berg',
      email: 'ingrid.berg@kommun.example',
      message: 'Please add us to the list for the school competition.',
    },
    {
      name: 'Daniel Osei',
      email: 'd.osei@oseiprojects.example',
      message: 'Contractor, ten people, timber frames. Happy to price anything.',
    },
    {
      name: 'Beatriz Campos',
      email: 'bea@campos.example',
      message: 'Your lecture on stairs was the best of the day.',
    },
    {
      name: 'Marcus Lee',
      email: 'marcus@leepartners.example',
      message: 'Plot in Deal, planning granted, budget 420k.',
    },
    {
      name: 'Fiona Grant',
      email: 'fiona@harbourarts.example',
      message: 'Would you open the exhibition in March?',
    },
    { name: 'Jonas Weber', email: 'jonas.weber@holzbau.example', message: '' },
  ],
}
