/** Texts that the card's template locks: in every language. */
import { type CardText, cardTexts, textNames } from '../../../../schema/cards/card-texts.ts'
import { fieldList, templateFields } from '../../../../schema/templates/template-rules.ts'
import type { PanelProps } from '../draft.ts'
import { lockedReason } from '../template-rules.ts'

type Context = Pick<PanelProps, 'user' | 'card'>

/** Whether the owner cannot change the text in any language. */
export function isLockedText(context: Context, text: CardText): boolean {
  return lockedReason(context, cardTexts[text].field) !== undefined
}

/** Returns the names of the fields with locked texts, separated by commas. */
export function lockedTextFields(context: Context): string {
  const locked = new Set<string>(
    textNames.filter((text) => isLockedText(context, text)).map((text) => cardTexts[text].field),
  )
  return fieldList(templateFields.filter((field) => locked.has(field)))
}
