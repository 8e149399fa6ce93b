/** Rules on the record that a call is about. An endpoint declares them, and its handler applies them. */
import type { Context } from 'hono'
import type { Actor } from '../../schema/access.ts'
import { requireUser } from '../accounts/sessions.ts'
import type { App } from '../env.ts'
import { fail } from './errors.ts'

/** Who may use a record: `words` is for the documentation, `allows` decides, and `refusal` is the error for everyone else. */
export type Rule<T = never> = {
  words: string
  allows: (actor: Actor, record: T) => boolean
  refusal: [status: 403 | 404, message: string]
}

type Declared = { rule?: Rule | string | (Rule | string)[] }

const applied = new WeakMap<Context, Set<object>>()

/** Returns the record if the rule allows the caller to use it; otherwise fails with the rule's refusal. */
export function allow<T, Found extends T>(c: Context<App>, rule: Rule<T>, record: Found): Found {
  if (!isAllowed(c, rule, record)) fail(...rule.refusal)
  return record
}

/** Whether the rule allows the caller to use the record. */
export function isAllowed<T>(c: Context<App>, rule: Rule<T>, record: T): boolean {
  applied.set(c, (applied.get(c) ?? new Set()).add(rule))
  return rule.allows(requireUser(c), record)
}

/** Throws if a handler succeeded without applying its declared rules, so that its tests fail if one is forgotten. */
export function assertRulesApplied(c: Context, { rule = [] }: Declared): void {
  if (!c.res.ok) return
  for (const one of [rule].flat())
    if (typeof one !== 'string' && !applied.get(c)?.has(one))
      throw new Error(`The handler does not apply the rule: ${one.words}`)
}

/** Returns the words of the declared rules, for the documentation; empty if there are none. */
export function wordsOf({ rule = [] }: Declared): string {
  return [rule]
    .flat()
    .map((one) => (typeof one === 'string' ? one : one.words))
    .join('; ')
}
