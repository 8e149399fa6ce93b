/** Test cases from `trust/access.csv`. Only tests import this. */

import * as z from 'zod/mini'
import text from '../../trust/access.csv?raw'
import type { Call } from '../operations/api-docs/openapi.ts'

/** A row of the table at one level; `of` is the level of the target's owner. */
export type Case = { row: AccessRow; call: Call; level: number; of: number; answer: string }

/** All levels of callers and owners. A missing session has a test of its own. */
export function casesOf(call: Call): Case[] {
  return rowsOf(call).flatMap((row) =>
    levelsOf(row).flatMap((level) =>
      ownersOf(row, level).map((of) => caseOf({ row, call, level, of })),
    ),
  )
}

/**
 * Both sides of each change of the answer from level to level, or the highest level if it does not change. Of the
 * accepted ones that need targets of their own, one per kind of call.
 */
export function boundaryCasesOf(call: Call): Case[] {
  const all = rowsOf(call).flatMap((row) =>
    boundaryLevelsOf(row).map((level) => {
      const nearest = ownersOf(row, level).at(row.whose === 'lower' ? -1 : 0)
      return caseOf({ row, call, level, of: nearest ?? level })
    }),
  )
  const isFirst = ({ row }: Case, at: number) =>
    all.findIndex((one) => one.answer === 'ok' && one.row.kind === row.kind) === at
  return all.filter(
    (one, at) => one.answer !== 'ok' || !consumesTarget(one.row) || isFirst(one, at),
  )
}

/** The cases of `casesOf` that `boundaryCasesOf` leaves out, and all accepted ones of a kind of call of which none is left. */
export function furtherCasesOf(call: Call): Case[] {
  const boundary = new Set(boundaryCasesOf(call).map(nameOf))
  const all = casesOf(call)
  const further = all.filter((one) => !boundary.has(nameOf(one)))
  const isAccepted = ({ answer }: Case) => answer === 'ok'
  const hasOther = ({ row }: Case) =>
    further.some((one) => isAccepted(one) && one.row.kind === row.kind)
  return [...further, ...all.filter((one) => isAccepted(one) && !hasOther(one))]
}

function nameOf({ row: { kind, whose }, level, of }: Case): string {
  return `${kind}, ${whose}, ${level}, ${of}`
}

function boundaryLevelsOf(row: AccessRow): number[] {
  const levels = levelsOf(row)
  const differs = (at: number, other: number) =>
    other in levels && row.answers[levels[at] ?? 0] !== row.answers[levels[other] ?? 0]
  const atChange = levels.filter((_, at) => differs(at, at - 1) || differs(at, at + 1))
  return atChange.length > 0 ? atChange : levels.slice(-1)
}

function caseOf({ row, call, level, of }: Omit<Case, 'answer'>): Case {
  return { row, call, level, of, answer: row.answers[level] ?? '' }
}

function levelsOf({ answers }: AccessRow): number[] {
  return [0, 1, 2, 3, 4, 5].filter((level) => !['-', '401'].includes(answers[level] ?? '-'))
}

function ownersOf({ whose }: AccessRow, level: number): number[] {
  if (level === 0) return [3]
  if (whose === 'lower') return [1, 2, 3, 4].filter((of) => of < level)
  if (whose === 'higher') return [2, 3, 4, 5].filter((of) => of > level)
  return [level]
}

/** Whether a successful call deletes its target, or moves or locks it, so that the next call needs a new one. */
export function consumesTarget({ key, kind }: AccessRow): boolean {
  // The password or the code is wrong here, so these delete nothing.
  if (/^DELETE .api.account(\/second-factor)?$/.test(key)) return false
  return (
    /^DELETE .api.|restore$|handover|logout$|register$|job.(continue|undo)$|split$|merge$/.test(
      key,
    ) || /^(new|the own level|a level)/.test(kind)
  )
}

export function rowsOf(call: Call): AccessRow[] {
  return accessRows.filter(({ key }) => key === keyOf(call))
}

export function keyOf({ method, path }: Pick<Call, 'method' | 'path'>): string {
  return `${method} ${path}`
}

// The rows of `trust/access.csv`: the status of each route by level, written by hand, independently of the declarations.

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
