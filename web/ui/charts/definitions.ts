/** Anchors on the definitions page, and the text of the links to them. */
import { t } from '../../messages/t.ts'

export const definitions = {
  view: t('What is a view?'),
  visitor: t('What is a unique visitor?'),
  click: t('What is a click?'),
  save: t('What is a save?'),
  submission: t('What is a submission?'),
  rates: t('What are the rates?'),
  time: t('How is time spent measured?'),
  source: t('What is a source?'),
  'share-point': t('What does a share point count?'),
  event: t('How are events counted?'),
  place: t('How are locations determined?'),
  device: t('How are devices identified?'),
  'left-out': t('What is excluded, and why?'),
  burst: t('What is a burst?'),
  days: t('How are days and hours counted?'),
  comparison: t('What are figures compared with?'),
  kept: t('How long is data kept?'),
} as const

export type DefinitionName = keyof typeof definitions
