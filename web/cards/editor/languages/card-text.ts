/** The translatable texts of a draft: lists, counts and copies them; keeps translations when the original changes. */
import {
  type CardLocales,
  type CardText,
  cardTexts,
  textNames,
  withoutEmpty,
} from '../../../../schema/cards/card-texts.ts'
import { detailNames } from '../../../../schema/cards/details.ts'
import { localize } from '../../../../schema/cards/reveal.ts'
import { keysOf, omit, pick } from '../../../../schema/pick.ts'
import { fieldList, templateFields } from '../../../../schema/templates/template-rules.ts'
import type { Draft, PanelProps } from '../draft.ts'
import { lockedReason } from '../template-rules.ts'
import { readText, type TextKey, writeText } from './translation.ts'

type Context = Pick<PanelProps, 'user' | 'card'>

const describedImages = ['profilePicture', 'coverPhoto', 'logoUrl'] as const

/** Returns the translations without this language. */
export function withoutLanguage(locales: CardLocales, language: string): CardLocales {
  return omit(locales, [language])
}

/** Returns the texts that the card has in its base language, in the order of the tabs. */
export function listTexts(draft: Draft): (TextKey & { base: string })[] {
  const { customizations, customButtons, gallery, formConfig } = draft
  const { alts } = customizations
  const all: (TextKey & { base: string | null | undefined })[] = [
    ...(['name', 'title', 'company', 'address'] as const).map((name) => ({
      name,
      base: draft[name],
    })),
    { name: 'about', base: draft.about ?? customizations.about },
    ...detailNames.map((name) => ({ name, base: customizations[name] })),
    ...describedImages.map((key) => ({
      name: 'alts' as const,
      key,
      base: draft[key] && alts?.[key],
    })),
    ...gallery.map(({ url, alt }) => ({ name: 'gallery' as const, key: url, base: alt })),
    ...customButtons.map((button) => ({
      name: 'buttons' as const,
      key: button.text.trim(),
      base: button.text.trim(),
    })),
    ...formConfig.fields.map(({ key, label }) => ({ name: 'labels' as const, key, base: label })),
    { name: 'consent', base: formConfig.consent },
    { name: 'thanks', base: formConfig.thanks },
  ]
  return all.flatMap(({ base, ...text }) => (base?.trim() ? [{ ...text, base }] : []))
}

/** Returns how many of the texts that are not locked have a translation. */
export function countTranslated(
  draft: Draft,
  language: string,
  isLocked: (text: CardText) => boolean,
): { done: number; total: number } {
  const texts = listTexts(draft).filter(({ name }) => !isLocked(name))
  const done = texts.filter((text) => readText(draft.locales[language], text))
  return { done: done.length, total: texts.length }
}

/** Returns the translations with missing texts copied from the base language. */
export function copyTexts(
  draft: Draft,
  language: string,
  texts: ReturnType<typeof listTexts>,
): { locales: CardLocales } {
  const copy = (copied: Pick<Draft, 'locales'>, { base, ...text }: (typeof texts)[number]) =>
    readText(copied.locales[language], text)
      ? copied
      : writeText(copied, language, { ...text, value: base })
  return texts.reduce(copy, { locales: draft.locales })
}

/** Returns the translations of a button's label by language. */
export function buttonTranslations({ locales }: Draft, label: string): Record<string, string> {
  const found = Object.entries(locales).flatMap(([language, texts]) => {
    const text = readText(texts, { name: 'buttons', key: label.trim() })
    return text ? [[language, text]] : []
  })
  return Object.fromEntries(found)
}

/**
 * Returns the draft with another label on a button, and with the button's translations stored under that label. Pass the
 * translations from before typing started: meanwhile another button may briefly have had the same label.
 */
export function relabelButton(
  draft: Pick<Draft, 'customButtons' | 'locales'>,
  { at, label, translations }: { at: number; label: string; translations: Record<string, string> },
): Pick<Draft, 'customButtons' | 'locales'> {
  const { locales } = draft
  const customButtons = draft.customButtons.map((button, index) =>
    index === at ? { ...button, text: label } : button,
  )
  const others = new Set(customButtons.toSpliced(at, 1).map(({ text }) => text.trim()))
  const [from, to] = [draft.customButtons[at]?.text.trim() ?? '', label.trim()]
  if (!to || from === to) return { customButtons, locales }
  const moved = [...new Set([...keysOf(locales), ...keysOf(translations)])].map((language) => {
    const kept = omit({ ...locales[language]?.buttons }, others.has(from) ? [] : [from])
    const own = others.has(to) ? {} : { [to]: translations[language] }
    return [language, withoutEmpty({ ...locales[language], buttons: { ...kept, ...own } })]
  })
  return { customButtons, locales: withoutEmpty(Object.fromEntries(moved)) }
}

/**
 * Returns the change that makes this the base language: its translation becomes the card's own texts, and the former own
 * texts become a translation. Without a translation, only the language of the own texts changes.
 */
export function changeBaseLanguage(draft: Draft, language: string): Partial<Draft> {
  if (!draft.locales[language]) return { language }
  const { customizations, customButtons, ...localized } = localize(draft, draft.locales, language)
  const own = listTexts(draft).reduce(
    (written, { base, ...text }) => writeText(written, draft.language, { ...text, value: base }),
    { locales: withoutLanguage(draft.locales, language) },
  )
  const { nameParts } = draft.customizations
  const locales: CardLocales = {
    ...own.locales,
    [draft.language]: { ...own.locales[draft.language], ...(nameParts && { nameParts }) },
  }
  const byLabel = Object.entries(locales).map(([tag, { buttons, ...texts }]) => {
    const labels = draft.customButtons.map(({ text }, at) => [
      customButtons[at]?.text,
      buttons?.[text.trim()],
    ])
    return [tag, withoutEmpty({ ...texts, buttons: withoutEmpty(Object.fromEntries(labels)) })]
  })
  return {
    ...pick(localized, ['name', 'title', 'company', 'address', 'about', 'gallery', 'formConfig']),
    customButtons,
    customizations: { ...customizations, about: null },
    language,
    locales: withoutEmpty(Object.fromEntries(byLabel)),
  }
}

/** Returns a change of the card as shown in a language: changed texts go to the translation, all else to the card. */
export function changeInLanguage(
  draft: Draft,
  language: string,
  { customizations, customButtons, ...fields }: Partial<Draft>,
): Partial<Draft> {
  const shown = localize(draft, draft.locales, language)
  const changed = { ...shown, ...fields, customizations: customizations ?? shown.customizations }
  const before = textsOf(shown)
  const { locales } = textsOf(changed)
    .filter(({ value }, at) => value !== before[at]?.value)
    .reduce((written, text) => writeText(written, language, text), { locales: draft.locales })
  const { nameParts } = changed.customizations
  const own = pick(draft.customizations, [...detailNames, 'nameParts', 'alts'])
  return {
    ...omit(fields, shownTexts),
    ...(customizations && { customizations: { ...customizations, ...own } }),
    ...(customButtons && {
      customButtons: customButtons.map((button, at) => ({
        ...button,
        text: draft.customButtons[at]?.text ?? button.text,
      })),
    }),
    locales:
      nameParts === shown.customizations.nameParts
        ? locales
        : { ...locales, [language]: { ...locales[language], nameParts } },
  }
}

const shownTexts = ['name', 'title', 'company', 'address', 'about'] as const

function textsOf({
  customizations: { alts, ...customizations },
  ...card
}: Pick<Draft, 'customizations' | (typeof shownTexts)[number]>): (TextKey & { value: string })[] {
  return [
    ...shownTexts.map((name) => ({ name, value: card[name] ?? '' })),
    ...detailNames.map((name) => ({ name, value: customizations[name] ?? '' })),
    ...describedImages.map((key) => ({
      name: 'alts' as const,
      key,
      value: alts?.[key] ?? '',
    })),
  ]
}

/** Whether the owner cannot change the text in any language. */
export function isLockedText(context: Context, text: CardText): boolean {
  return lockedReason(context, cardTexts[text].field) !== undefined
}

/** Returns the names of the fields whose texts are locked, separated by commas. */
export function lockedTextFields(context: Context): string {
  const locked = new Set<string>(
    textNames.filter((text) => isLockedText(context, text)).map((text) => cardTexts[text].field),
  )
  return fieldList(templateFields.filter((field) => locked.has(field)))
}
