/** Template rules: the values, texts and visibility that a template sets, and the fields that the owner cannot change. */
import type { Card, CardInput } from '../../schema/cards/card.ts'
import {
  type CardLocales,
  type CardText,
  type CardTexts,
  cardTexts,
  textNames,
} from '../../schema/cards/card-texts.ts'
import {
  type ReachField,
  reachFieldNames,
  reachFields,
  reachOf,
  type Visibility,
} from '../../schema/cards/reach.ts'
import { pick } from '../../schema/pick.ts'
import type { TemplateValues, Trial } from '../../schema/templates/template.ts'
import {
  type TemplateField,
  type TemplateRules,
  templateFields,
} from '../../schema/templates/template-rules.ts'

type Template = { rules: TemplateRules; content: TemplateValues }

/** Returns the fields of a card that templates can set. */
export function templateValues(card: Card | CardInput): TemplateValues {
  // As on the page, `customizations.about` is the fallback.
  const about = card.about ?? card.customizations.about
  const website = ('website' in card ? card.website : null) ?? card.customizations.website
  const visibility = card.customizations.visibility ?? {}
  const values = pick({ ...card, about, website, visibility }, templateFields)
  return { ...values, locales: textsOfFields(card.locales, templateFields) }
}

/**
 * Returns what a template stores of its model card. Fields that are not locked are emptied, so no personal data
 * stays.
 */
export function lockedValues(card: Card | CardInput, rules: TemplateRules): TemplateValues {
  const values = templateValues(card)
  const emptied = templateFields.flatMap((field) =>
    rules[field] === 'locked' || !(field in emptyValues) ? [] : [[field, emptyValues[field]]],
  )
  const locked = templateFields.filter((field) => rules[field] === 'locked')
  const locales = textsOfFields(values.locales, locked)
  const visibility = lockedReaches(values.visibility, rules)
  return { ...values, ...Object.fromEntries(emptied), locales, visibility }
}

/** The fields about the person and not the team, with their empty values. */
export const personalValues = {
  coverPhoto: null,
  website: null,
  address: null,
  about: null,
  videoUrl: null,
  customButtons: [],
  socialLinks: {},
  locales: {},
}

/** Returns the values with locked fields copied from the template and hidden fields emptied. */
export function withTemplate(values: TemplateValues, { rules, content }: Template): TemplateValues {
  const overrides = templateFields.flatMap((field) => {
    const rule = rules[field]
    if (rule === 'locked' && field !== 'visibility') return [[field, content[field]]]
    return rule === 'hidden' ? [[field, emptyValues[field]]] : []
  })
  const locales = withTemplateTexts(values.locales, { rules, content: content.locales })
  const visibility = withTemplateReaches(values.visibility, { rules, content: content.visibility })
  return { ...values, ...Object.fromEntries(overrides), locales, visibility }
}

const emptyValues: Partial<TemplateValues> = {
  title: null,
  phone: null,
  email: null,
  company: null,
  logoUrl: null,
  ...personalValues,
}

/** Returns the changed fields, also in other languages, with both values as text. */
export function differences(
  from: TemplateValues,
  to: TemplateValues,
): Trial['cards'][number]['changes'] {
  const texts = changedTexts(from.locales, to.locales)
  return templateFields.flatMap((field) => [
    ...(isEqual(from[field], to[field])
      ? []
      : [{ field, from: fieldText(from, field), to: fieldText(to, field) }]),
    ...texts.flatMap((text) =>
      text.field === field
        ? [{ field, language: text.language, from: truncate(text.from), to: truncate(text.to) }]
        : [],
    ),
  ])
}

export function changedTemplateFields(from: TemplateValues, to: TemplateValues): TemplateField[] {
  const texts = new Set<string>(changedTexts(from.locales, to.locales).map(({ field }) => field))
  return templateFields.filter((field) => texts.has(field) || !isEqual(from[field], to[field]))
}

/** Returns the required fields that have no value, or that nobody sees. */
export function missingFields(values: TemplateValues, rules: TemplateRules): TemplateField[] {
  const unseen = new Set<string>(
    reachFields.filter((field) => reachOf(values.visibility, field) === 'nobody'),
  )
  return templateFields.filter(
    (field) => rules[field] === 'required' && (isBlank(values[field]) || unseen.has(field)),
  )
}

/** Returns the locked or hidden fields that a save would change. */
export function fixedFieldsChanged(
  from: TemplateValues,
  to: TemplateValues,
  rules: TemplateRules,
): TemplateField[] {
  const changed = changedTemplateFields(from, to).filter(
    (field) => rules[field] === 'locked' || rules[field] === 'hidden',
  )
  const reaches = lockedReachesChanged(from.visibility, to.visibility, rules)
  return templateFields.filter((field) => changed.includes(field) || reaches.includes(field))
}

function isEqual(one: unknown, other: unknown): boolean {
  return JSON.stringify(one) === JSON.stringify(other)
}

function isBlank(value: TemplateValues[TemplateField]): boolean {
  if (typeof value === 'object' && value !== null) return Object.keys(value).length === 0
  return !value
}

function fieldText(values: TemplateValues, field: TemplateField): string {
  return field === 'visibility' ? reachesText(values[field]) : textOf(values[field])
}

// Such as `Phone: exchange, About: nobody`.
function reachesText(visibility: TemplateValues['visibility']): string {
  const hidden = reachFields.filter((field) => reachOf(visibility, field) !== 'everyone')
  const texts = hidden.map((field) => `${reachFieldNames[field]}: ${reachOf(visibility, field)}`)
  return truncate(texts.join(', '))
}

function textOf(value: TemplateValues[Exclude<TemplateField, 'visibility'>]): string {
  if (typeof value === 'string') return truncate(value)
  if (!value) return ''
  if (Array.isArray(value)) return truncate(value.map(({ text }) => text).join(', '))
  if ('fields' in value && Array.isArray(value.fields))
    return truncate(value.fields.map(({ key }) => key).join(', '))
  return truncate(Object.keys(value).join(', '))
}

function truncate(text: string): string {
  const characters = Array.from(text)
  return characters.length > 120 ? `${characters.slice(0, 119).join('')}…` : text
}

/** Returns only the reaches that the rules lock. */
function lockedReaches(visibility: Visibility = {}, rules: TemplateRules): Visibility {
  return mapReaches((field) => (isReachLocked(rules, field) ? visibility[field] : undefined))
}

/** Returns the reaches with locked ones taken from the template, unless the template was saved before it had reaches. */
function withTemplateReaches(
  visibility: Visibility = {},
  { rules, content }: { rules: TemplateRules; content: Visibility | undefined },
): Visibility {
  return mapReaches((field) =>
    content && isReachLocked(rules, field) ? content[field] : visibility[field],
  )
}

/** Returns the fields whose rule locks a reach that differs. */
function lockedReachesChanged(
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

/** Returns only the texts of these fields. */
function textsOfFields(
  locales: CardLocales | undefined,
  fields: readonly TemplateField[],
): CardLocales {
  return mapTexts(locales, (texts, name) => (isTextOf(fields, name) ? texts[name] : undefined))
}

/** Returns the texts that differ in a language that `to` has, with their field and both values as text. */
function changedTexts(from: CardLocales = {}, to: CardLocales = {}) {
  return Object.entries(to).flatMap(([language, texts]) =>
    textNames
      .filter((name) => JSON.stringify(from[language]?.[name]) !== JSON.stringify(texts[name]))
      .map((name) => ({
        field: cardTexts[name].field,
        language,
        from: asText(from[language]?.[name]),
        to: asText(texts[name]),
      })),
  )
}

function asText(value: CardTexts[CardText]): string {
  return typeof value === 'object' ? Object.values(value ?? {}).join(', ') : (value ?? '')
}

/** Returns the texts with locked fields taken from the template and hidden fields removed. */
function withTemplateTexts(
  locales: CardLocales | undefined,
  { rules, content = {} }: { rules: TemplateRules; content?: CardLocales | undefined },
): CardLocales {
  const ruleOf = new Map<string, string>(Object.entries(rules))
  return mapTexts(locales, (texts, name, language) => {
    const rule = ruleOf.get(cardTexts[name].field)
    if (rule === 'locked') return content[language]?.[name]
    return rule === 'hidden' ? undefined : texts[name]
  })
}

/** Returns the texts, replaced for all fields that templates cover. */
export function replaceTexts(locales: CardLocales, values: CardLocales = {}): CardLocales {
  return mapTexts(locales, (texts, name, language) =>
    isTextOf(templateFields, name) ? values[language]?.[name] : texts[name],
  )
}

type Change = (texts: CardTexts, name: CardText, language: string) => CardTexts[CardText]

function mapTexts(locales: CardLocales = {}, change: Change): CardLocales {
  const changed = Object.entries(locales).map(([language, texts]) => [
    language,
    Object.fromEntries(
      textNames.flatMap((name) => {
        const text = change(texts, name, language)
        return text === undefined ? [] : [[name, text]]
      }),
    ),
  ])
  return Object.fromEntries(changed)
}

function isTextOf(fields: readonly TemplateField[], name: CardText): boolean {
  return fields.some((field) => field === cardTexts[name].field)
}
