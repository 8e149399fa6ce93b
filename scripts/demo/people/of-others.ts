/** The cards of `alice`, `devon` and `ben`, one each. */
import { palettes } from '../palettes.ts'
import { networks } from './networks.ts'
import { officeHours, terminalGlow } from './office-hours.ts'
import type { Person } from './person.ts'

const alice: Person = {
  owner: 'alice',
  look: 'alice',
  palette: palettes.school,
  logo: { shape: 'crest', color: '#1b4a9c' },
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
    cities: [
      ['Leeds', 8],
      ['London', 2],
      ['Bristol', 1],
    ],
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
    socialLinks: networks('alice-whitfield', ['linkedin', 'youtube', 'skype', 'mastodon']),
    customButtons: [
      {
        text: 'Book a parents’ slot',
        url: 'https://ashgrove.example/slots',
        backgroundColor: '#1b4a9c',
      },
      { text: 'Homework help', url: 'https://ashgrove.example/help', backgroundColor: '#ffc93c' },
    ],
  },
}

const devon: Person = {
  owner: 'devon',
  look: 'devon',
  palette: palettes.terminal,
  logo: { shape: 'lattice', color: '#46e3a0' },
  gallery: [
    ['terminal', 'A terminal with a green test run'],
    ['graph', 'The service graph of the platform'],
    ['racks', 'A row of racks in the Lisbon data centre'],
    ['keyboard', 'A split keyboard with blank caps'],
    ['dashboard', 'Latency over a quiet week'],
  ],
  traffic: {
    views: 26,
    weekend: 0.5,
    peak: 15,
    clicks: 0.58,
    saves: 0.12,
    event: { ago: 20, times: 10 },
    cities: [
      ['Lisbon', 6],
      ['Berlin', 3],
      ['San Francisco', 3],
      ['London', 3],
      ['Bengaluru', 3],
      ['São Paulo', 1],
    ],
  },
  card: {
    slug: 'devon',
    theme: 'tech',
    name: 'Devon Ferreira',
    title: 'Staff Engineer, Platform',
    company: 'Latticeworks',
    phone: '+351 210 000 134',
    email: 'devon@latticeworks.example',
    address: 'Rua do Norte 8, 1200-286 Lisboa, Portugal',
    pin: [38.7113, -9.1439],
    website: 'https://latticeworks.example',
    about:
      'I keep the boring parts boring: queues, storage, and the pager.\n\nMaintainer of two small libraries. I give talks on why your retry made it worse.',
    videoUrl: 'https://vimeo.com/1084537',
    pronouns: 'he/him',
    nameParts: { given: 'Devon', family: 'Ferreira' },
    emails: [{ label: 'home', value: 'devon@ferreira.example' }],
    socialLinks: networks('devon-ferreira', [
      'github',
      'linkedin',
      'twitter',
      'discord',
      'telegram',
      'medium',
    ]),
    customButtons: [
      {
        text: 'Slides of the last talk',
        url: 'https://latticeworks.example/talks',
        backgroundColor: '#46e3a0',
      },
      {
        text: 'Office hours',
        url: 'https://latticeworks.example/hours',
        backgroundColor: '#57b6ff',
      },
    ],
    form: {
      fields: [
        { key: 'name', required: true },
        { key: 'email', required: true },
        { key: 'company' },
        { key: 'message' },
      ],
      consent: 'Devon may write to me about my question.',
      thanks: 'Received. Exactly once, I hope.',
    },
    customCss: terminalGlow,
    embedCodes: [officeHours],
  },
  submissions: [
    {
      name: 'Lena Vogt',
      email: 'lena@vogt.example',
      company: 'Kontorwerk',
      message: 'Would you repeat the retry talk for our team?',
    },
    {
      name: 'Arjun Rao',
      email: 'arjun@raolabs.example',
      company: 'Rao Labs',
      message: 'Hiring? I broke a queue once too.',
    },
  ],
}

const ben: Person = {
  owner: 'ben',
  look: 'ben',
  palette: palettes.clinic,
  cover: 'lake',
  logo: { shape: 'wave', color: '#0a6b62' },
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
    cities: [
      ['Madison', 9],
      ['Chicago', 3],
      ['Portland', 1],
    ],
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
    socialLinks: networks('ben-raman', ['facebook', 'whatsapp', 'gmail']),
    customButtons: [
      {
        text: 'Make an appointment',
        url: 'https://stillwater.example/appointments',
        backgroundColor: '#0a6b62',
      },
      {
        text: 'Three exercises for the desk',
        url: 'https://stillwater.example/desk',
        backgroundColor: '#d9bd90',
      },
    ],
  },
}

export const cardsOfOthers = [alice, devon, ben]
