/** The guards of the rules and of the middleware, each with what is left when it is taken away. */
import type { Plugin } from 'vite'

export type Mutant = { file: string; guard: string; instead: string }

const rules = 'schema/access.ts'
const middleware = 'worker/middleware/policy.ts'

export const mutants: Mutant[] = [
  {
    file: rules,
    guard: 'canManageUser(actor, { id: userId, accessLevel }) ||',
    instead: 'true ||',
  },
  { file: rules, guard: '|| userId === actor.id', instead: '|| userId > 0' },
  {
    file: rules,
    guard: 'card.userId === actor.id || actor.accessLevel >= 5',
    instead: 'actor.accessLevel >= 1',
  },
  {
    file: rules,
    guard: "if (actor.accessLevel === 1) return 'Level 1",
    instead: "if (false) return 'Level 1",
  },
  {
    file: rules,
    guard: 'if (actor.accessLevel >= 4) return undefined',
    instead: 'return undefined',
  },
  { file: rules, guard: 'return owner.accessLevel <= actor.accessLevel', instead: 'return true' },
  { file: rules, guard: '&& cardsOwned === 0', instead: '&& cardsOwned >= 0' },
  { file: rules, guard: 'owner.id === actor.id && cards', instead: 'owner.id > 0 && cards' },
  { file: rules, guard: 'return actor.accessLevel >= 3', instead: 'return true' },
  { file: rules, guard: 'viewer.id === card.userId || canUse', instead: 'true || canUse' },
  { file: rules, guard: 'actor.accessLevel >= 4 && target', instead: 'target' },
  {
    file: rules,
    guard: '&& target.accessLevel <= actor.accessLevel',
    instead: '&& target.accessLevel > 0',
  },
  {
    file: rules,
    guard: '(target.accessLevel < actor.accessLevel || actor.accessLevel === 5)',
    instead: 'true',
  },
  { file: middleware, guard: "&& !c.get('user')", instead: '&& false' },
  {
    file: middleware,
    guard: 'if (!safeMethods.has(c.req.method)) refuseCrossSite',
    instead: 'if (false) refuseCrossSite',
  },
  { file: middleware, guard: "site === 'same-origin' || site === 'none'", instead: 'true' },
  {
    file: middleware,
    guard: '!origin || origin === new URL(request.url).origin',
    instead: 'true',
  },
  {
    file: middleware,
    guard: "(c.get('user')?.accessLevel ?? 0) < row.who",
    instead: 'false',
  },
  { file: middleware, guard: '!row.beforeFactor && factorDue', instead: 'false && factorDue' },
  { file: middleware, guard: 'row.fresh === true', instead: 'false' },
  { file: middleware, guard: 'route.path !== path && literal.has(path)', instead: 'false' },
  { file: middleware, guard: 'row.maxBody ?? 0', instead: '9_000_000_000' },
]

/** Takes away the guard with this number in what is tested; fails when the code no longer has it. */
export function mutate(number: number): Plugin {
  const mutant = mutants[number]
  if (!mutant) throw new Error(`There is no mutant ${number}`)
  return {
    name: 'mutant',
    enforce: 'pre',
    transform(code, id) {
      if (!id.split('?')[0]?.endsWith(mutant.file)) return undefined
      if (code.split(mutant.guard).length !== 2)
        throw new Error(`${mutant.file} does not have exactly one "${mutant.guard}"`)
      return code.replace(mutant.guard, () => mutant.instead)
    },
  }
}
