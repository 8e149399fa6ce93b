import type { Counts, ShownFigures } from '../../schema/analytics/figures.ts'
import type { Card } from '../../schema/cards/card.ts'
import { networkName } from '../../schema/cards/social.ts'
import { sourceName } from '../../schema/inbox/inbox.ts'
import { t, translated } from '../messages/t.ts'
import { rank } from '../ui/charts/breakdown.ts'

/** Returns the current name of a clicked link; `key` is its type and id, such as `custom:button-0`. */
export function linkName(key: string, card: Pick<Card, 'customButtons'> | undefined): string {
  const [type = '', ...rest] = key.split(':')
  const id = rest.join(':')
  const button = /^button-(\d+)$/.exec(id)?.[1]
  if (button) return buttonName(Number(button), card)
  if (id === 'primary' || !id) return typeNames.get(type) ?? type
  return networkName(id)
}

/** Returns a function that names a source of the report; a share point by its label. */
export function sourceNamer({ breakdowns }: Pick<ShownFigures, 'breakdowns'>) {
  const labels = new Map(breakdowns.sharePoints.map(({ code, label }) => [code, label]))
  return (source: string) => labels.get(source) || translated(sourceName(source))
}

/** `Phone`, `Custom button`, … */
export function linkTypeName(type: string): string {
  return typeNames.get(type) ?? (type || t('Unknown'))
}

const typeNames = new Map([
  ['website', t('Website')],
  ['phone', t('Phone')],
  ['email', t('Email')],
  ['custom', t('Custom button')],
  ['social', t('Social')],
])

function buttonName(index: number, card: Pick<Card, 'customButtons'> | undefined): string {
  return card?.customButtons[index]?.text ?? t('Button {at}', { at: index + 1 })
}

/** Returns counts by display name, largest first; equal names are summed. */
export function rankByName(counts: Counts, nameOf: (value: string) => string) {
  const sums = new Map<string, number>()
  for (const [value, count] of Object.entries(counts)) {
    const name = value === 'Other' ? value : nameOf(value)
    sums.set(name, (sums.get(name) ?? 0) + count)
  }
  return rank(Object.fromEntries(sums)).top
}
