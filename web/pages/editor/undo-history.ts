import { pictureFields } from '../../../schema/image.ts'
import type { Draft } from './draft.ts'

/** The draft as it is, what it was before, and what was undone; `path` is the text being typed, if any. */
export type History = { past: Draft[]; now: Draft; future: Draft[]; path?: string }

const longest = 200

export function startHistory(now: Draft): History {
  return { past: [], now, future: [] }
}

/** One step further; what is typed into one text without a pause for another is a single step. */
export function recordChange(history: History, fields: Partial<Draft>): History {
  const now = { ...history.now, ...fields }
  if (sameDraft(now, history.now)) return history
  const path = typedPath(history.now, now)
  const joins = path !== undefined && path === history.path && history.future.length === 0
  const past = joins ? history.past : [...history.past, history.now].slice(-longest)
  return { past, now, future: [], path }
}

export function undoChange(history: History): History {
  const before = history.past.at(-1)
  if (!before) return history
  return {
    past: history.past.slice(0, -1),
    now: before,
    future: [history.now, ...history.future],
  }
}

export function redoChange(history: History): History {
  const [next, ...future] = history.future
  return next ? { past: [...history.past, history.now], now: next, future } : history
}

/** The same steps with another draft at their end, as after a save that tidied it. */
export function replaceCurrent(history: History, now: Draft): History {
  return { past: history.past, now, future: history.future }
}

export function sameDraft(one: unknown, other: unknown): boolean {
  if (one === other) return true
  if (!isRecord(one) || !isRecord(other)) return text(one) === text(other)
  // A draft shares with the one before all that was not changed.
  const keys = new Set([...Object.keys(one), ...Object.keys(other)])
  return [...keys].every((key) => one[key] === other[key] || text(one[key]) === text(other[key]))
}

// Keys in order, and what is empty left out: a blank text, null and a missing key are the same draft.
function text(value: unknown): string {
  return JSON.stringify(blank(value) ? null : value, (_, part) =>
    isRecord(part)
      ? Object.fromEntries(
          Object.entries(part)
            .filter(([, inner]) => !blank(inner))
            .sort(([a], [b]) => (a < b ? -1 : 1)),
        )
      : part,
  )
}

function blank(value: unknown): boolean {
  return value === undefined || value === null || value === ''
}

function typedPath(before: unknown, after: unknown): string | undefined {
  const [path, ...more] = differences(before, after)
  return more.length === 0 && path && !chosen.has(path) ? path : undefined
}

// Texts too, but each choice of one is a step.
const chosen = new Set(['theme', 'state', ...pictureFields].map((field) => `.${field}`))

/** The paths of the texts that differ; `*` stands for a difference that is not between two texts. */
function differences(before: unknown, after: unknown, path = ''): string[] {
  if (before === after) return []
  if (isText(before) && isText(after)) return [path]
  if (Array.isArray(before) && Array.isArray(after) && before.length === after.length)
    return before.flatMap((part, at) => differences(part, after[at], `${path}.${at}`))
  if (!isRecord(before) || !isRecord(after)) return ['*', '*']
  const keys = new Set([...Object.keys(before), ...Object.keys(after)])
  return [...keys].flatMap((key) => differences(before[key], after[key], `${path}.${key}`))
}

function isText(value: unknown): boolean {
  return typeof value === 'string' || value === null || value === undefined
}

function isRecord(value: unknown): value is Record<string, unknown> {
  return typeof value === 'object' && value !== null && !Array.isArray(value)
}
