/**
 * Test cases from `trust/access.csv`: all in the long run, otherwise those around a change of status. Only tests
 * import this.
 */

import { inject } from 'vitest'
import * as z from 'zod/mini'
import text from '../../trust/access.csv?raw'
import type { Call } from '../ops/api-docs/calls.ts'

/** A row of the table at one level; `of` is the level of the target's owner. */
export type Case = { row: AccessRow; call: Call; level: number; of: number; answer: string }

const isWhole = inject('isWhole')

/** All levels of callers and owners in the long run; otherwise those at which the status changes. */
export function casesOf(call: Call): Case[] {
  const all = rowsOf(call).flatMap((row) =>
    levelsOf(row).flatMap((level) =>
      ownersOf(row, level).map((of) => ({
        row,
        call,
        level,
        of,
        answer: row.answers[level] ?? '',
      })),
    ),
  )
  // Every successful call that consumes its target needs new fixtures, which are slow, so only the first is included.
  const isFirst = ({ row }: Case, at: number) =>
    all.findIndex((one) => one.answer === 'ok' && one.row.kind === row.kind) === at
  const isIncluded = (one: Case) => isWhole || one.answer !== 'ok' || !consumesTarget(one.row)
  return all.filter((one, at) => isIncluded(one) || isFirst(one, at))
}

/**
 * Both sides of each change; without a change, level 0 if the call is public, otherwise the highest. 401 has a
 * separate test.
 */
function levelsOf({ answers }: AccessRow): number[] {
  const levels = [0, 1, 2, 3, 4, 5].filter((level) => !['-', '401'].includes(answers[level] ?? '-'))
  if (isWhole) return levels
  const answerAt = (at: number) => answers[levels[at] ?? -1]
  const changes = levels.filter(
    (_, at) =>
      (at > 0 && answerAt(at) !== answerAt(at - 1)) ||
      (at < levels.length - 1 && answerAt(at) !== answerAt(at + 1)),
  )
  const isOpen = answerAt(0) === 'ok'
  return changes.length > 0 ? changes : isOpen ? levels.slice(0, 1) : levels.slice(-1)
}

function ownersOf({ whose }: AccessRow, level: number): number[] {
  if (level === 0) return [3]
  if (whose === 'lower')
    return [1, 2, 3, 4].filter((of) => (isWhole ? of < level : of === level - 1))
  if (whose === 'higher')
    return [2, 3, 4, 5].filter((of) => (isWhole ? of > level : of === level + 1))
  return [level]
}

/** Whether a successful call deletes or changes its target, so that the next call needs a new one. */
export function consumesTarget({ key, kind }: AccessRow): boolean {
  return (
    /^DELETE|restore|handover|logout|register|continue|undo|split|merge|^POST .api.(business-cards|users)$/.test(
      key,
    ) || /^(new|the own|a) /.test(kind)
  )
}

export function rowsOf(call: Call): AccessRow[] {
  return accessRows.filter(({ key }) => key === keyOf(call))
}

export function keyOf({ method, path }: Pick<Call, 'method' | 'path'>): string {
  return `${method} ${path}`
}

// The rows of `trust/access.csv`: the status of each route by level, written by hand, independently of the policy.

/**
 * The owner of the target: none in particular, the caller, or a user one level below, at the same level, or one level
 * above.
 */
const relations = ['', 'own', 'lower', 'peer', 'higher'] as const
type Whose = (typeof relations)[number]

/** `ok`: the call passes all access checks. `-`: there is no such user. */
const Answer = z.enum(['ok', '401', '403', '404', '409', '-'])
const Line = z.tuple([
  z.enum(['GET', 'POST', 'PUT', 'PATCH', 'DELETE']),
  z.string().check(z.startsWith('/')),
  z.string(),
  z.enum(relations),
  Answer,
  Answer,
  Answer,
  Answer,
  Answer,
  Answer,
  z.string().check(z.minLength(3)),
])

/**
 * `answers` has the status by level of the caller; 0 is signed out. `kind` is the case of the call, such as its query.
 */
type AccessRow = {
  key: string
  kind: string
  whose: Whose
  answers: z.infer<typeof Answer>[]
}

const [, ...lines] = text.trim().split('\n')

export const accessRows: AccessRow[] = lines.map((line) => {
  const [method, path, kind, whose, ...cells] = Line.parse(line.split(','))
  return { key: `${method} ${path}`, kind, whose, answers: cells.slice(0, -1).map(answerOf) }
})

function answerOf(cell: string) {
  return Answer.parse(cell)
}

/** The lowest level that may call the route, as in the policy. */
export function lowestLevel(key: string): number | 'anyone' | undefined {
  const levels = accessRows
    .filter((row) => row.key === key)
    .map(({ answers }) => answers.indexOf('ok'))
  const lowest = Math.min(...levels.filter((level) => level >= 0))
  return lowest === 0 ? 'anyone' : lowest
}
