/** `npm run trust`: tests guarantees with every case, which takes longer than `npm test`, and prints one table. */
import { execFileSync } from 'node:child_process'
import { readFileSync, writeFileSync } from 'node:fs'
import { print, replaceSections, type Section } from '../trust/proof.ts'
import { sections } from '../trust/sections.ts'
import { build } from './build.ts'
import { exitWithError, readArgs, startCommand, text } from './cli-exit.ts'

startCommand(`
Usage: npm run trust [-- --section N]

Runs all sections, or the one given, prints a table and saves it in docs/trust.md. All sections take one hour to two.
${Object.entries(sections)
  .map(([number, { title }]) => `  ${number}  ${title}`)
  .join('\n')}
`)

const document = 'docs/trust.md'
const { section: wanted } = readArgs({ section: text }).values
const chosen = Object.entries(sections).filter(
  ([number]) => wanted === undefined || number === wanted,
)
if (chosen.length === 0)
  exitWithError(`There is no such section. Choose one of ${Object.keys(sections).join(', ')}.`)

await build()
bundleLibraries()
const fresh: Section[] = []
for (const [number, { title, prove }] of chosen) {
  console.log(`Section ${number}: ${title} …`)
  const start = Date.now()
  const proofs = await prove()
  const seconds = Math.round((Date.now() - start) / 1000)
  const date = new Date().toISOString().slice(0, 10)
  fresh.push({ number: Number(number), title, date, seconds, proofs })
}
print(fresh)
saveResults()
const isHeld = fresh.every(({ proofs }) => proofs.every((one) => one.cases > 0 && !one.failures))
process.exit(isHeld ? 0 : 1)

/** Fills the cache that runs of Vitest share, before several of them start at the same time. */
function bundleLibraries() {
  execFileSync('vitest', ['run', '--project', 'worker', 'worker/accounts/lockout.test.ts'])
}

function saveResults() {
  writeFileSync(document, replaceSections(readFileSync(document, 'utf8'), fresh))
  execFileSync('biome', ['format', '--write', document])
}
