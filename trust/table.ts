/** The proofs of all sections, as a table of plain text and as the page that is kept. */
import * as z from 'zod/mini'
import { Proof } from './proof.ts'

export const Section = z.object({
  number: z.number(),
  title: z.string(),
  date: z.string(),
  seconds: z.number(),
  proofs: z.array(Proof),
})
export type Section = z.infer<typeof Section>

export function table(sections: Section[]): string {
  const rows = [['', 'Section', 'Promise', 'Cases', 'Failures'], ...sections.flatMap(rowsOf)]
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

export function page(sections: Section[]): string {
  const parts = sections.map(({ number, title, date, seconds, proofs }) => {
    const rows = proofs.map(
      ({ what, cases, failures, note = '' }) =>
        `| ${what} | ${cases.toLocaleString('en')} | ${failures} | ${note} |`,
    )
    return `## ${number}. ${title}\n\n${date}, ${seconds} s. Again: \`npm run trust -- --section ${number}\`\n\n| Promise | Cases | Failures | |\n| --- | ---: | ---: | --- |\n${rows.join('\n')}\n`
  })
  return `# Trust\n\nWhat this project promises, and how often each promise was tried. The whole again: \`npm run trust\`; a quick part of it runs in every \`npm test\`.\n\n${parts.join('\n')}`
}
