/** The results of `npm run trust`: their schemas, and how they are printed and saved. */
import * as z from 'zod/mini'
import { replaceSection } from '../bench/table.ts'

/** One row: a guarantee, and how many cases were tested. */
export const Proof = z.object({
  what: z.string(),
  cases: z.number(),
  failures: z.number(),
  /** A figure measured by the tests, or what the cases do not cover. */
  note: z.optional(z.string()),
})
export type Proof = z.infer<typeof Proof>

/** Reported by a test: what it tests, and its number of cases. */
export const Claim = z.omit(Proof, { failures: true })
export type Claim = z.infer<typeof Claim>

/** A section that ran: `date` is its day, and `seconds` what it took. */
export type Section = {
  number: number
  title: string
  date: string
  seconds: number
  proofs: Proof[]
}

/** Adds up the rows of the same guarantee. */
export function sumProofs(proofs: Proof[]): Proof[] {
  const sums = new Map<string, Proof>()
  for (const proof of proofs) {
    const sum = sums.get(proof.what)
    sums.set(proof.what, sum ? joined(sum, proof) : proof)
  }
  return [...sums.values()]
}

function joined(one: Proof, other: Proof): Proof {
  return {
    what: one.what,
    cases: one.cases + other.cases,
    failures: one.failures + other.failures,
    note: [...new Set([one.note, other.note])].filter(Boolean).join('; ') || undefined,
  }
}

/** Prints the results as a table. */
export function print(sections: Section[]): void {
  const rows = sections.flatMap(({ title, proofs }) =>
    proofs.map(({ what, cases, failures }) => {
      const isHeld = failures === 0 && cases > 0
      return { section: title, guarantee: what, cases, failures, held: isHeld }
    }),
  )
  console.table(rows)
}

/** `document`, the text of docs/trust.md, with these sections in place of their former results. */
export function replaceSections(document: string, sections: Section[]): string {
  return sections.reduce((text, section) => replaceSection(text, markdownOf(section)), document)
}

function markdownOf({ number, title, date, seconds, proofs }: Section): string {
  const rows = proofs.map(
    ({ what, cases, failures, note = '' }) =>
      `| ${what} | ${cases.toLocaleString('en')} | ${failures} | ${note} |`,
  )
  return `## ${number}. ${title}\n\n${date}, ${seconds} s. Run again: \`npm run trust -- --section ${number}\`\n\n| Guarantee | Cases | Failures | |\n| --- | ---: | ---: | --- |\n${rows.join('\n')}\n\n`
}
