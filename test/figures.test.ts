import { expect, test } from 'vitest'
import { replaceFigures } from '../bench/table.ts'

const document = `# Figures

## view

2026-11-01, one core. Run again: \`npm run bench -- view\`

| Figure | Measured | Target | |
| --- | --- | --- | --- |
| pages a second | 10 | at least 5 | 3 rounds |

## Limits

- One.
`

test('a benchmark that runs replaces its own figures only', () => {
  const missed = {
    ...{ what: 'pages a second', measured: '4', target: 'at least 5', met: false },
    ...{ note: '2 rounds', detail: 'on Monday', reason: 'the machine was busy' },
  }
  const run = { name: 'view', measuredOn: '2026-11-02, two cores' }
  expect(replaceFigures(document, run, [missed])).toBe(
    document
      .replace('2026-11-01, one core', '2026-11-02, two cores')
      .replace(
        '| 10 | at least 5 | 3 rounds |',
        '| 4 | at least 5 (missed) | 2 rounds; missed, as the machine was busy |',
      ),
  )
})

test('a new benchmark gets a section before the others', () => {
  const figure = { what: 'bytes', measured: '1', target: '1', met: true, note: 'of one page' }
  const text = replaceFigures(document, { name: 'weight', measuredOn: '2026-11-02' }, [figure])
  expect(text.match(/^## .*/gm)).toEqual(['## weight', '## view', '## Limits'])
  expect(text).toContain('| bytes | 1 | 1 | of one page |')
})
