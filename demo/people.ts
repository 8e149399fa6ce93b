/** The demo accounts and the people with a card. */
import { alex, amara, holloway, kai, leyla } from './people/admin.ts'
import { alice } from './people/alice.ts'
import { ben } from './people/ben.ts'
import { devon } from './people/devon.ts'
import { ada, camille, haruka, zuri } from './people/maria.ts'

/** Each owner's oldest card first. */
export const people = [
  ...[alex, holloway, amara, kai, leyla],
  ...[alice, devon, ben],
  ...[ada, camille, zuri, haruka],
]

/** In the order of their user ids, from 1. */
export const accounts = [
  { username: 'admin', fullName: 'Alex Carter', email: 'admin@edgecard.example', level: 5 },
  { username: 'alice', fullName: 'Alice Whitfield', email: 'alice@ashgrove.example', level: 4 },
  { username: 'devon', fullName: 'Devon Ferreira', email: 'devon@latticeworks.example', level: 3 },
  { username: 'maria', fullName: 'Maria Lindqvist', email: 'maria@lindqvist.example', level: 2 },
  { username: 'ben', fullName: 'Ben Raman', email: 'ben@stillwater.example', level: 1 },
] as const
