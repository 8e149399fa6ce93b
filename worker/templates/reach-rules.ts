/** Template rules on who sees a field: its reach is locked with its value, or all reaches are with `visibility`. */
import { type ReachField, reachFields, reachOf, type Visibility } from '../../schema/cards/reach.ts'
import {
  type TemplateField,
  type TemplateRules,
  templateFields,
} from '../../schema/templates/template-rules.ts'

/** Returns only the reaches that the rules lock. */
export function lockedReaches(visibility: Visibility = {}, rules: TemplateRules): Visibility {
  return mapReaches((field) => (isReachLocked(rules, field) ? visibility[field] : undefined))
}

/** Returns the reaches with locked ones taken from the template, unless it was saved before it had any. */
export function withTemplateReaches(
  visibility: Visibility = {},
  { rules, content }: { rules: TemplateRules; content: Visibility | undefined },
): Visibility {
  return mapReaches((field) =>
    content && isReachLocked(rules, field) ? content[field] : visibility[field],
  )
}

/** Returns the fields whose rule locks a reach that differs. */
export function lockedReachesChanged(
  from: Visibility = {},
  to: Visibility = {},
  rules: TemplateRules,
): TemplateField[] {
  const changed = new Set<string>(
    reachFields.filter((field) => reachOf(from, field) !== reachOf(to, field)),
  )
  return templateFields.filter(
    (field) =>
      rules[field] === 'locked' && (field === 'visibility' ? changed.size > 0 : changed.has(field)),
  )
}

function isReachLocked(rules: TemplateRules, field: ReachField): boolean {
  const own = templateFields.find((each) => each === field)
  return rules.visibility === 'locked' || (own !== undefined && rules[own] === 'locked')
}

function mapReaches(reachFor: (field: ReachField) => Visibility[ReachField]): Visibility {
  const entries = reachFields.toSorted().flatMap((field) => {
    const reach = reachFor(field)
    return reach && reach !== 'everyone' ? [[field, reach]] : []
  })
  return Object.fromEntries(entries)
}
