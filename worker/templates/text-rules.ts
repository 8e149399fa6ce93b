/** Template rules on the texts of a card in other languages: a text follows the rule of the field it belongs to. */
import {
  type CardLocales,
  type CardText,
  type CardTexts,
  cardTexts,
  textNames,
} from '../../schema/cards/card-texts.ts'
import {
  type TemplateField,
  type TemplateRules,
  templateFields,
} from '../../schema/templates/template-rules.ts'

/** Returns only the texts of these fields. */
export function textsOfFields(
  locales: CardLocales | undefined,
  fields: readonly TemplateField[],
): CardLocales {
  return mapTexts(locales, (texts, name) => (isTextOf(fields, name) ? texts[name] : undefined))
}

/** Returns the texts that differ in a language that `to` has, with their field and both values as text. */
export function changedTexts(from: CardLocales = {}, to: CardLocales = {}) {
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

/** Returns the texts with those of locked fields taken from the template, and without those of hidden fields. */
export function withTemplateTexts(
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

/** Returns the texts with those of all fields that templates cover replaced. */
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
