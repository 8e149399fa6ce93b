/** `npm run trust`: every promise of security and reliability, tried as often as it takes, in one table. */
import { execFileSync } from 'node:child_process'
import { readFileSync, writeFileSync } from 'node:fs'
import * as z from 'zod/mini'
import type { Proof } from '../trust/proof.ts'
import { page, Section, table } from '../trust/table.ts'
import { build } from './build.ts'
import { stop, usage } from './stop.ts'

type Prove = { title: string; prove: () => Promise<Proof[]> }

// Each is loaded when it is its turn.
const all: Record<number, Prove> = {
  1: { title: 'Authorisation', prove: async () => (await import('../trust/access.ts')).prove() },
  2: { title: 'Injection', prove: async () => (await import('../trust/injection.ts')).prove() },
  3: { title: 'Accounts', prove: async () => (await import('../trust/accounts.ts')).prove() },
  4: { title: 'Headers', prove: async () => (await import('../trust/headers.ts')).prove() },
  5: { title: 'Faults', prove: async () => (await import('../trust/faults.ts')).prove() },
  6: { title: 'Backup', prove: async () => (await import('../trust/backup.ts')).prove() },
  7: { title: 'Privacy', prove: async () => (await import('../trust/privacy.ts')).prove() },
  8: { title: 'Operations', prove: async () => (await import('../trust/operations.ts')).prove() },
  9: { title: 'Supply chain', prove: async () => (await import('../trust/supply.ts')).prove() },
  10: { title: 'ASVS', prove: async () => (await import('../trust/asvs.ts')).prove() },
}

usage(`
Usage: npm run trust [-- --section N]

Tries everything, or the section named, prints a table, and keeps it in trust/results.json and docs/trust.md. Takes about 90 minutes in all.
${Object.entries(all)
  .map(([number, { title }]) => `  ${number}  ${title}`)
  .join('\n')}
`)

const results = 'trust/results.json'
const at = process.argv.indexOf('--section')
const wanted = at > 0 ? Number(process.argv[at + 1]) : undefined
const chosen = Object.entries(all).filter(([number]) => !wanted || Number(number) === wanted)
if (chosen.length === 0 || (at > 0 && !wanted))
  stop(`There is no section of that number; there are ${Object.keys(all).join(', ')}.`)

await build()
const fresh: Section[] = []
for (const [number, { title, prove }] of chosen) {
  console.log(`Section ${number}: ${title} …`)
  const start = Date.now()
  const proofs = await prove()
  const seconds = Math.round((Date.now() - start) / 1000)
  const date = new Date().toISOString().slice(0, 10)
  fresh.push({ number: Number(number), title, date, seconds, proofs })
}
console.log(`\n${table(fresh)}`)
keep()
const isHeld = fresh.every(({ proofs }) => proofs.every((one) => one.cases > 0 && !one.failures))
process.exit(isHeld ? 0 : 1)

function keep() {
  const known = z.array(Section).parse(JSON.parse(readFileSync(results, 'utf8')))
  const kept = known.filter(({ number }) => !fresh.some((one) => one.number === number))
  const sections = [...kept, ...fresh].sort((a, b) => a.number - b.number)
  writeFileSync(results, JSON.stringify(sections, null, 2))
  writeFileSync('docs/trust.md', page(sections))
  execFileSync('biome', ['format', '--write', results, 'docs/trust.md'])
}
