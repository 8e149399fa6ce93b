/** A reach says who sees a field: its name, its icon, and how to change it. */
import type { IconName } from '../../../../card/icons/Icon.tsx'
import { type Reach, type ReachField, reachFieldNames } from '../../../../schema/cards/reach.ts'
import { t, translated } from '../../../messages/t.ts'
import type { Draft } from '../draft.ts'

export const reachNames: Record<Reach, string> = {
  everyone: t('Everyone'),
  exchange: t('After an exchange'),
  'share-points': t('Through selected share points'),
  nobody: t('Only you and admins'),
}

export const reachIcons: Record<Reach, IconName> = {
  everyone: 'eye',
  exchange: 'user-plus',
  'share-points': 'qr',
  nobody: 'eye-off',
}

export function reachFieldName(field: ReachField): string {
  return translated(reachFieldNames[field])
}

/** Returns the change that sets the reach of a field. */
export function withReach(
  { customizations }: Pick<Draft, 'customizations'>,
  field: ReachField,
  reach: Reach,
): Pick<Draft, 'customizations'> {
  const { [field]: _, ...others } = customizations.visibility ?? {}
  // An empty object: a save without `visibility` would keep the server's.
  const visibility = reach === 'everyone' ? others : { ...others, [field]: reach }
  return { customizations: { ...customizations, visibility } }
}
