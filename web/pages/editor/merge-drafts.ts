import { pick } from '../../../schema/pick.ts'
import { type Draft, draftFields } from './draft.ts'
import { fieldName } from './field-names.ts'
import { sameDraft } from './undo-history.ts'

/** A field that both sides changed to different values. */
export type Conflict = { path: string; name: string; mine: unknown; theirs: unknown }

export type Sides = { base: Draft; mine: Draft; theirs: Draft }
export type Choices = Record<string, 'mine' | 'theirs'>

/** Returns the conflicts in the order of the draft; each social link and each customization is a field of its own. */
export function conflictsOf({ base, mine, theirs }: Sides): Conflict[] {
  const [before, here, there] = [partsOf(base), partsOf(mine), partsOf(theirs)]
  const paths = new Set([...before.keys(), ...here.keys(), ...there.keys()])
  return [...paths].flatMap((path) => {
    const [from, own, other] = [before, here, there].map((parts) => parts.get(path) ?? null)
    const both = !sameDraft(from, own) && !sameDraft(from, other) && !sameDraft(own, other)
    // The coordinates depend on the address; the server geocodes it on save.
    if (!both || path === 'customizations.pin') return []
    return [{ path, name: fieldName(path), mine: own, theirs: other }]
  })
}

/** Applies my changes to their draft; where both changed a field, the choice decides (default: mine). */
export function mergeDrafts({ base, mine, theirs }: Sides, choices: Choices = {}): Draft {
  const before = partsOf(base)
  const isTheirs = (path: string, own: unknown) =>
    choices[path] === 'theirs' || sameDraft(before.get(path) ?? null, own ?? null)
  return {
    ...mine,
    ...pick(
      theirs,
      draftFields.filter((field) => isTheirs(field, mine[field])),
    ),
    socialLinks: links({ mine, theirs, isTheirs }),
    customizations: extras({ mine, theirs, isTheirs }),
  }
}

type MergeContext = {
  mine: Draft
  theirs: Draft
  isTheirs: (path: string, own: unknown) => boolean
}

function links({ mine, theirs, isTheirs }: MergeContext): Draft['socialLinks'] {
  const networks = new Set([...Object.keys(theirs.socialLinks), ...Object.keys(mine.socialLinks)])
  return Object.fromEntries(
    [...networks].flatMap((key) => {
      const own = mine.socialLinks[key]
      const link = isTheirs(`socialLinks.${key}`, own) ? theirs.socialLinks[key] : own
      return link === undefined ? [] : [[key, link]]
    }),
  )
}

function extras({ mine, theirs, isTheirs }: MergeContext): Draft['customizations'] {
  const own = new Map(Object.entries(mine.customizations))
  const other = new Map(Object.entries(theirs.customizations))
  const parts = [...new Set([...other.keys(), ...own.keys()])].map((key) => [
    key,
    (isTheirs(`customizations.${key}`, own.get(key)) ? other : own).get(key) ?? null,
  ])
  return { ...theirs.customizations, ...Object.fromEntries(parts) }
}

const nestedFields = new Set(['socialLinks', 'customizations'])

/** Returns the fields of a draft by path, with nested fields one level deeper. */
function partsOf(draft: Draft): Map<string, unknown> {
  return new Map(
    Object.entries(draft).flatMap(([key, value]): [string, unknown][] =>
      nestedFields.has(key)
        ? Object.entries(Object(value)).map(([part, inner]) => [`${key}.${part}`, inner])
        : [[key, value]],
    ),
  )
}
