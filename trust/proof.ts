/** The results of `npm run trust`: their schemas, the plain-text table, and `docs/trust.md`. */
import * as z from 'zod/mini'

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

/** The results as a plain-text table. */
export function table(sections: Section[]): string {
  const rows = [['', 'Section', 'Guarantee', 'Cases', 'Failures'], ...sections.flatMap(rowsOf)]
  const widths = [0, 1, 2, 3, 4].map((at) => Math.max(...rows.map((row) => row[at]?.length ?? 0)))
  const lines = rows.map((row) =>
    row.map((cell, at) => (at > 2 ? cell.padStart(widths[at] ?? 0) : cell.padEnd(widths[at] ?? 0))),
  )
  return lines.map((line) => line.join('  ')).join('\n')
}

function rowsOf({ title, proofs }: Section): string[][] {
  return proofs.map(({ what, cases, failures }) => [
    failures === 0 && cases > 0 ? 'held' : 'BROKEN',
    title,
    what,
    cases.toLocaleString('en'),
    failures.toLocaleString('en'),
  ])
}

const heading = /^(?=## \d+\. )/m

/** `document`, the text of docs/trust.md, with these sections in place of their former results. */
export function replaceSections(document: string, sections: Section[]): string {
  const [intro = '', ...former] = document.split(heading)
  const texts = new Map(former.map((text) => [Number.parseInt(text.slice(3), 10), text]))
  for (const section of sections) texts.set(section.number, markdownOf(section))
  const inOrder = [...texts].sort(([one], [other]) => one - other).map(([, text]) => text)
  return [intro, ...inOrder].join('')
}

function markdownOf({ number, title, date, seconds, proofs }: Section): string {
  const rows = proofs.map(
    ({ what, cases, failures, note = '' }) =>
      `| ${what} | ${cases.toLocaleString('en')} | ${failures} | ${note} |`,
  )
  return `## ${number}. ${title}\n\n${date}, ${seconds} s. Run again: \`npm run trust -- --section ${number}\`\n\n| Guarantee | Cases | Failures | |\n| --- | ---: | ---: | --- |\n${rows.join('\n')}\n\n`
}
