/** The fields of a draft that not everyone sees. */
import { reachOf } from '../../../../schema/reach.ts'
import { hiddenFields } from '../../../../schema/reveal.ts'
import type { PanelProps } from '../draft.ts'
import { toPublicCard } from '../public-card.ts'
import { reachFieldName } from './reach.ts'

/** Returns the fields with a value that not everyone sees, with their reaches. */
export function hiddenOf({ card, draft }: Pick<PanelProps, 'card' | 'draft'>) {
  const { visibility } = draft.customizations
  return hiddenFields(toPublicCard(card, draft), visibility).map((field) => ({
    field,
    reach: reachOf(visibility, field),
  }))
}

/** Returns the names of the fields, separated by commas. */
export function namesOfHidden(hidden: ReturnType<typeof hiddenOf>): string {
  return hidden.map(({ field }) => reachFieldName(field)).join(', ')
}
