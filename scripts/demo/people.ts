/** Everyone in the demo, each owner's oldest card first. */
import { cardsOfAdmin } from './people/of-admin.ts'
import { stageCardsOfAdmin } from './people/of-admin-stage.ts'
import { cardsOfMaria } from './people/of-maria.ts'
import { makersOfMaria } from './people/of-maria-makers.ts'
import { cardsOfOthers } from './people/of-others.ts'

export const people = [
  ...cardsOfAdmin,
  ...stageCardsOfAdmin,
  ...cardsOfOthers,
  ...cardsOfMaria,
  ...makersOfMaria,
]

/** In the order of their ids: the first becomes user 1. */
export const accounts = [
  {
    username: 'admin',
    fullName: 'Alex Carter',
    email: 'admin@edgecard.example',
    phone: '+1 207-555-0199',
    accessLevel: 5,
  },
  {
    username: 'alice',
    fullName: 'Alice Whitfield',
    email: 'alice@ashgrove.example',
    phone: '+44 113 496 0123',
    accessLevel: 4,
  },
  {
    username: 'devon',
    fullName: 'Devon Ferreira',
    email: 'devon@latticeworks.example',
    phone: '+351 210 000 134',
    accessLevel: 3,
  },
  {
    username: 'maria',
    fullName: 'Maria Lindqvist',
    email: 'maria@lindqvist.example',
    phone: '+44 20 7946 0155',
    accessLevel: 2,
  },
  {
    username: 'ben',
    fullName: 'Ben Raman',
    email: 'ben@stillwater.example',
    phone: '+1 608-555-0176',
    accessLevel: 1,
  },
] as const
