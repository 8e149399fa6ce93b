import { textNames, withoutEmpty } from '../../../schema/cards/card-texts.ts'
import { reachFields } from '../../../schema/cards/reach.ts'
import { pick } from '../../../schema/pick.ts'
import { type Draft, draftFields } from './draft.ts'
import { isEqualDraft } from './undo-history.ts'
import { fieldName } from './validation.ts'

/** A field that both sides changed to different values. */
export type Conflict = { path: string; name: string; mine: unknown; theirs: unknown }

type Sides = { base: Draft; mine: Draft; theirs: Draft }
export type Choices = Record<string, 'mine' | 'theirs'>

/** Returns the conflicts in the order of the draft. Each social link and each customization counts as a field. */
export function findConflicts({ base, mine, theirs }: Sides): Conflict[] {
  const sides = [flattenDraft(base), flattenDraft(mine), flattenDraft(theirs)]
  const paths = new Set(sides.flatMap((fields) => [...fields.keys()]))
  return [...paths].flatMap((path) => {
    const [original, mineNow, theirsNow] = sides.map((fields) => fields.get(path) ?? null)
    const differ =
      !isEqualDraft(original, mineNow) &&
      !isEqualDraft(original, theirsNow) &&
      !isEqualDraft(mineNow, theirsNow)
    // The coordinates depend on the address; the server geocodes it on save.
    if (!differ || path === 'customizations.pin') return []
    return [{ path, name: fieldName(path), mine: mineNow, theirs: theirsNow }]
  })
}

/** Applies my changes to their draft. Where both changed a field, the choice decides, by default mine. */
export function mergeDrafts({ base, mine, theirs }: Sides, choices: Choices = {}): Draft {
  const baseFields = flattenDraft(base)
  const isTheirs = (path: string, myValue: unknown) =>
    choices[path] === 'theirs' || isEqualDraft(baseFields.get(path) ?? null, myValue ?? null)
  return {
    ...mine,
    ...pick(
      theirs,
      draftFields.filter((field) => isTheirs(field, mine[field])),
    ),
    socialLinks: mergeSocialLinks({ mine, theirs, isTheirs }),
    customizations: mergeCustomizations({ mine, theirs, isTheirs }),
    locales: mergeLocales({ mine, theirs, isTheirs }),
  }
}

type MergeContext = {
  mine: Draft
  theirs: Draft
  isTheirs: (path: string, myValue: unknown) => boolean
}

function mergeSocialLinks({ mine, theirs, isTheirs }: MergeContext): Draft['socialLinks'] {
  const networks = new Set([...Object.keys(theirs.socialLinks), ...Object.keys(mine.socialLinks)])
  return Object.fromEntries(
    [...networks].flatMap((key) => {
      const myLink = mine.socialLinks[key]
      const link = isTheirs(`socialLinks.${key}`, myLink) ? theirs.socialLinks[key] : myLink
      return link === undefined ? [] : [[key, link]]
    }),
  )
}

function mergeCustomizations(context: MergeContext): Draft['customizations'] {
  const { mine, theirs, isTheirs } = context
  const myParts = new Map(Object.entries(mine.customizations))
  const theirParts = new Map(Object.entries(theirs.customizations))
  const parts = [...new Set([...theirParts.keys(), ...myParts.keys()])].map((key) => [
    key,
    (isTheirs(`customizations.${key}`, myParts.get(key)) ? theirParts : myParts).get(key) ?? null,
  ])
  return {
    ...theirs.customizations,
    ...Object.fromEntries(parts),
    ...mergeVisibility(context),
  }
}

function mergeVisibility({ mine, theirs, isTheirs }: MergeContext) {
  const myReaches = mine.customizations.visibility
  const theirReaches = theirs.customizations.visibility
  if (!myReaches && !theirReaches) return {}
  const merged = reachFields.flatMap((field) => {
    const isFromThem = isTheirs(`customizations.visibility.${field}`, myReaches?.[field])
    const reach = (isFromThem ? theirReaches : myReaches)?.[field]
    return reach ? [[field, reach]] : []
  })
  return { visibility: Object.fromEntries(merged) }
}

/** Omits languages that have no text left. */
function mergeLocales({ mine, theirs, isTheirs }: MergeContext): Draft['locales'] {
  const languages = new Set([...Object.keys(theirs.locales), ...Object.keys(mine.locales)])
  const merged = [...languages].map((language) => [
    language,
    Object.fromEntries(
      textNames.flatMap((name) => {
        const myText = mine.locales[language]?.[name]
        const isFromThem = isTheirs(`locales.${language}.${name}`, myText)
        const text = isFromThem ? theirs.locales[language]?.[name] : myText
        return text === undefined ? [] : [[name, text]]
      }),
    ),
  ])
  return withoutEmpty(Object.fromEntries(merged))
}

/** Fields whose parts have paths of their own, and how many levels deep. */
const nestedFields = new Map([
  ['socialLinks', 1],
  ['customizations', 1],
  ['locales', 2],
])

/** Returns the fields of a draft by path; the parts of `nestedFields` are fields of their own. */
function flattenDraft(draft: Draft): Map<string, unknown> {
  return new Map(
    Object.entries(draft).flatMap(([key, value]) =>
      flatten(key, value, nestedFields.get(key) ?? 0),
    ),
  )
}

function flatten(path: string, value: unknown, levels: number): [string, unknown][] {
  if (path === 'customizations.visibility') return flattenParts(path, value, 0)
  return levels === 0 ? [[path, value]] : flattenParts(path, value, levels - 1)
}

function flattenParts(path: string, value: unknown, levels: number): [string, unknown][] {
  return Object.entries(Object(value)).flatMap(([part, inner]) =>
    flatten(`${path}.${part}`, inner, levels),
  )
}
