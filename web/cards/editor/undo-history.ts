import { imageUrlFields } from '../../../schema/images/image.ts'
import type { Draft } from './draft.ts'

/** Past drafts, the present one and undone ones. `path`: the text field being typed into, if any. */
export type History = { past: Draft[]; present: Draft; future: Draft[]; path?: string }

const maxSteps = 200

export function startHistory(present: Draft): History {
  return { past: [], present, future: [] }
}

/** Records a change. Consecutive edits of the same text are one step. */
export function recordChange(history: History, fields: Partial<Draft>): History {
  const present = { ...history.present, ...fields }
  if (isEqualDraft(present, history.present)) return history
  const path = typedPath(history.present, present)
  const continues = path !== undefined && path === history.path && history.future.length === 0
  const past = continues ? history.past : [...history.past, history.present].slice(-maxSteps)
  return { past, present, future: [], path }
}

export function undoChange(history: History): History {
  const before = history.past.at(-1)
  if (!before) return history
  return {
    past: history.past.slice(0, -1),
    present: before,
    future: [history.present, ...history.future],
  }
}

export function redoChange(history: History): History {
  const [next, ...future] = history.future
  return next ? { past: [...history.past, history.present], present: next, future } : history
}

/** Replaces the present draft without adding a step, such as with the normalized draft after a save. */
export function replacePresent(history: History, present: Draft): History {
  return { past: history.past, present, future: history.future }
}

export function isEqualDraft(one: unknown, other: unknown): boolean {
  if (one === other) return true
  if (!isRecord(one) || !isRecord(other)) return canonicalJson(one) === canonicalJson(other)
  // Identity first: drafts share their unchanged parts.
  const keys = new Set([...Object.keys(one), ...Object.keys(other)])
  return [...keys].every(
    (key) => one[key] === other[key] || canonicalJson(one[key]) === canonicalJson(other[key]),
  )
}

// Keys are sorted and empty values omitted: an empty string or object, null and a missing key are equal.
function canonicalJson(value: unknown): string {
  return JSON.stringify(isBlank(value) ? null : value, (_, part) =>
    isRecord(part)
      ? Object.fromEntries(
          Object.entries(part)
            .filter(([, inner]) => !isBlank(inner))
            .sort(([a], [b]) => (a < b ? -1 : 1)),
        )
      : part,
  )
}

function isBlank(value: unknown): boolean {
  return (
    value === undefined ||
    value === null ||
    value === '' ||
    (isRecord(value) && Object.keys(value).length === 0)
  )
}

/** Returns the path of the only text that differs; undefined after any other change. */
function typedPath(before: unknown, after: unknown): string | undefined {
  const all = differences(before, after)
  // The label of a button is the key of its translations, which change with it.
  const own = all.filter((path) => !path.startsWith('.locales'))
  const [path, ...more] = own.length > 0 ? own : all
  return more.length === 0 && path && !isChoice(path) ? path : undefined
}

// The theme, the state and the images are texts too, but each choice is a step of its own.
function isChoice(path: string): boolean {
  return choices.has(path) || path.startsWith('.customizations.visibility')
}
const choices = new Set(['theme', 'state', ...imageUrlFields].map((field) => `.${field}`))

/** Returns the paths of the texts that differ; `*` stands for any other difference. */
function differences(before: unknown, after: unknown, path = ''): string[] {
  if (before === after) return []
  if (isText(before) && isText(after)) return [path]
  if (Array.isArray(before) && Array.isArray(after) && before.length === after.length)
    return before.flatMap((part, at) => differences(part, after[at], `${path}.${at}`))
  // The first text of a group, such as the first translation, creates the group.
  if (before === undefined && isRecord(after)) return differences({}, after, path)
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
