import { Icon } from '../../../card/icons/Icon.tsx'
import { t } from '../../messages/t.ts'
import { Link } from '../Button.tsx'

/** Link texts by anchor on the definitions page. */
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

/** Links a figure to its definition. */
export function DefinitionLink({ of }: { of: DefinitionName }) {
  return (
    <Link
      className="definition-link"
      to={`/definitions#${of}`}
      aria-label={definitions[of]}
      data-tooltip={definitions[of]}
    >
      <Icon name="info" size={16} />
    </Link>
  )
}
