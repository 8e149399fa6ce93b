/** The names of access levels in user management. */
import { t } from '../messages/t.ts'

/** Indexed by level. */
export const levelLabels = [
  '',
  t('User'),
  t('Manager'),
  t('Developer'),
  t('Admin'),
  t('System Admin'),
]

export function levelLabel(level: number): string {
  return levelLabels[Math.max(1, Math.min(level, 5))] ?? ''
}

/** The options of a select, up to this level. */
export function levelOptions(atMost: number): { value: number; label: string }[] {
  return [1, 2, 3, 4, 5]
    .filter((level) => level <= atMost)
    .map((level) => ({
      value: level,
      label: t('{levelLabel} Level {level}', { levelLabel: levelLabel(level), level }),
    }))
}
