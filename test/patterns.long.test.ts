import { execFileSync } from 'node:child_process'
import { readFileSync } from 'node:fs'
import { parseSync } from 'vite'
import { expect, test } from 'vitest'
import * as z from 'zod/mini'
import { isPlainSvg } from '../worker/images/svg.ts'
import { parseUserAgent } from '../worker/platform/client.ts'

// At these lengths quadratic time takes seconds, and linear time well under a millisecond.
const length = 20_000
const drawingLength = 190_000
const patternMs = 30
const drawingMs = 1000

const units = ' |\n|a|0|-|.|/|:|@|(|)|"|\'|=|&|;|,|_|#|x1|a-|1.|\u00a0|+|<|e1|a b'.split('|')
const endings = ['', '!', '#', '"']

const files = execFileSync('git', ['ls-files', '*.ts', '*.tsx'], { encoding: 'utf8' })
  .split('\n')
  .filter((file) => /^(worker|card|schema|web)\/(?!.*(\.test\.|\.d\.ts|testing\/))/.test(file))

const Literal = z.object({ regex: z.object({ pattern: z.string(), flags: z.string() }) })

const patterns = files.flatMap((file) =>
  patternsIn(file)
    .filter(({ source }) => /[*+]|\{\d*,\d*\}/.test(source))
    .map((pattern) => [file, pattern] satisfies [string, RegExp]),
)

test.each(patterns)('%s: %s is fast on any text', (_, pattern) => {
  const slow = hostileTo(pattern).find((text) => isSlow(patternMs, () => run(pattern, text)))
  expect(slow?.slice(0, 30)).toBeUndefined()
})

test.each(['Mozilla/5.0 (', 'iPhone; ', 'CPU OS 1_1_', 'Android ', '(', 'a', ' '])(
  'a User-Agent that repeats "%s" is parsed fast',
  (unit) => {
    const text = unit.repeat(length / unit.length)
    expect(isSlow(patternMs, () => void parseUserAgent(text))).toBe(false)
  },
)

function patternsIn(file: string): RegExp[] {
  const found: RegExp[] = []
  const { program } = parseSync(file, readFileSync(file, 'utf8'))
  JSON.stringify(program, (_, node) => {
    const { data } = Literal.safeParse(node)
    if (!data) return typeof node === 'bigint' ? null : node
    found.push(new RegExp(data.regex.pattern, data.regex.flags))
    return null
  })
  return found
}

/** Texts that begin like the pattern, repeat one unit, and end differently. */
function hostileTo({ source }: RegExp): string[] {
  const words = source.replace(/\\(\W)/g, '$1').match(/[A-Za-z0-9:@/(<=.\-+"']{2,}/g) ?? []
  const beginnings = ['', ...words.slice(0, 4), 'url(', '<a', '+1', 'a']
  return [...new Set(beginnings)].flatMap((beginning) =>
    units.flatMap((unit) =>
      endings.map((ending) => `${beginning}${unit.repeat(length / unit.length)}${ending}`),
    ),
  )
}

function run(pattern: RegExp, text: string): void {
  pattern.lastIndex = 0
  if (pattern.global) text.replace(pattern, '')
  else pattern.exec(text)
}

/** Measures CPU time, so a busy machine is no failure, and three times, so a garbage collection is none. */
function isSlow(limitMs: number, work: () => void): boolean {
  return [1, 2, 3].every(() => {
    const before = process.cpuUsage()
    work()
    const { user, system } = process.cpuUsage(before)
    return user + system > limitMs * 1000
  })
}

const hostileParts = [
  ' ',
  '\n',
  '"',
  '(',
  ')',
  '.',
  '-',
  '0',
  'e',
  'url(',
  'url( ',
  'url(#a ',
  'a:b ',
]
const starts = [
  '<g fill="',
  '<g fill="url(',
  "<g style='",
  '<g d="',
  '<g',
  '<g ',
  '<g id',
  '<g id=',
  '',
]
const drawings = starts.flatMap((start) =>
  hostileParts.flatMap((part) =>
    ['', '#"/></svg>', '/></svg>'].map(
      (end) => [start, part, end] satisfies [string, string, string],
    ),
  ),
)

test('every hostile SVG is refused fast', () => {
  const slow = drawings.filter(([start, part, end]) => {
    const bytes = drawing(start + part.repeat(drawingLength / part.length) + end)
    return isSlow(drawingMs, () => isPlainSvg(bytes))
  })
  expect(slow).toEqual([])
})

test.each([
  [
    'gradients of one id',
    `${'<linearGradient id="a"/>'.repeat(2400)}<g fill="${'url(#a)'.repeat(18_000)}"/>`,
  ],
  ['one gradient', `<linearGradient id="a"/><g fill="${'url(#a)'.repeat(26_000)}"/>`],
  ['attributes', `<g${' id=""'.repeat(31_000)}/>`],
  ['elements', '<g/>'.repeat(45_000)],
])('an SVG with too many %s is refused fast', (_, inside) => {
  const bytes = drawing(`${inside}</svg>`)
  expect(isPlainSvg(bytes)).toBe(false)
  expect(isSlow(drawingMs, () => isPlainSvg(bytes))).toBe(false)
})

function drawing(inside: string): Uint8Array {
  return new TextEncoder().encode(
    `<svg xmlns="http://www.w3.org/2000/svg" width="9" height="9">${inside}`,
  )
}
