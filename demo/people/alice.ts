import { button, type Person, socialLinks } from '../person.ts'

export const alice: Person = {
  owner: 'alice',
  gallery: [
    ['blackboard', 'A blackboard with a pendulum and its formula'],
    ['orbits', 'The orrery in the science corridor'],
    ['prism', 'White light through a prism'],
    ['bookshelf', 'The physics shelf of the library'],
    ['classroom', 'Lab benches before the first lesson'],
  ],
  traffic: {
    views: 13,
    weekend: 0.2,
    peak: 16,
    clicks: 0.3,
    saves: 0.1,
    event: { ago: 27, times: 8 },
    cities: { Leeds: 8, London: 2, Bristol: 1 },
  },
  card: {
    slug: 'alice',
    theme: 'education',
    name: 'Dr Alice Whitfield',
    title: 'Head of Physics',
    company: 'Ashgrove Academy',
    phone: '+44 113 496 0123',
    email: 'a.whitfield@ashgrove.example',
    address: 'Ashgrove Lane, Leeds LS6 2AB, United Kingdom',
    pin: [53.818, -1.565],
    website: 'https://ashgrove.example/physics',
    about:
      'I teach physics to people who think they cannot do it.\n\nOffice hours: Tuesday and Thursday, 15:30 to 17:00, room B12. Parents’ evening is on the second Wednesday of the month.',
    videoUrl: 'https://www.youtube.com/watch?v=aqz-KE-bpKQ',
    department: 'Science Faculty',
    nameParts: { prefix: 'Dr', given: 'Alice', family: 'Whitfield' },
    emails: [{ label: 'other', value: 'physics@ashgrove.example' }],
    socialLinks: socialLinks('alice-whitfield', ['linkedin', 'youtube', 'skype', 'mastodon']),
    customButtons: [
      button('Book a parents’ slot', 'https://ashgrove.example/slots', '#1b4a9c'),
      button('Homework help', 'https://ashgrove.example/help', '#ffc93c'),
    ],
  },
}
