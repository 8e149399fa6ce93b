import type { ReactNode } from 'react'
import { Icon, type IconName } from '../../../card/icons/Icon.tsx'
import { locale } from '../../messages/language.ts'
import { t } from '../../messages/t.ts'
import { formatExact, formatPercent } from '../format.ts'
import { DefinitionLink, type DefinitionName } from './DefinitionLink.tsx'

/**
 * The change of a figure against the previous window; `short` is the visual text next to an arrow, `words` the full
 * text.
 */
export type Change = { way: 'up' | 'down' | 'same'; short: string; words: string }

export type Figure = {
  title: string
  value: string
  /** The exact number, if `value` is abbreviated. */
  exact?: string
  caption?: string
  /** Text below, such as `4,210 all time`. */
  beneath?: ReactNode
  change?: Change
  definition: DefinitionName
}

/** A summary tile, inside `<dl className="figure-tiles">`. */
export function Tile({ icon, color, ...figure }: Figure & { icon: IconName; color?: string }) {
  return (
    <div className="panel figure-tile">
      <dt>
        <Icon name={icon} size={18} />
        {figure.title}
        <DefinitionLink of={figure.definition} />
        {color && <Swatch color={color} />}
      </dt>
      <Values {...figure} />
    </div>
  )
}

/** A secondary figure, inside `<dl className="small-figures">`. */
export function SmallFigure(figure: Figure) {
  return (
    <div>
      <dt>
        {figure.title}
        <DefinitionLink of={figure.definition} />
      </dt>
      <Values {...figure} />
    </div>
  )
}

function Values({ value, exact, change, caption, beneath }: Figure) {
  return (
    <>
      <dd className="figure-value">
        <span title={exact}>{value}</span>
        {change && <Delta change={change} />}
      </dd>
      {caption && <dd>{caption}</dd>}
      {beneath && <dd>{beneath}</dd>}
    </>
  )
}

function Swatch({ color }: { color: string }) {
  return (
    <svg className="figure-swatch" width="10" height="10" aria-hidden="true">
      <rect width="10" height="10" rx="3" fill={color} />
    </svg>
  )
}

/** The change of a figure: an arrow and a percentage, with text for screen readers. */
export function Delta({ change: { way, short, words } }: { change: Change }) {
  return (
    <span className="delta" data-way={way} title={words}>
      <span aria-hidden="true">
        {arrows[way]}
        {short}
      </span>
      <span className="hidden-text">{words}</span>
    </span>
  )
}

const arrows = { up: '▲ ', down: '▼ ', same: '' }

/** Compares a count with an earlier window, which `before` names, such as `the previous 7 days`. */
export function changeOf(now: number, then: number, before: string): Change {
  const way = wayOf(now - then)
  if (way === 'same')
    return { way, short: t('No change'), words: t('Same as {before}', { before }) }
  if (then === 0) return { way, short: t('New'), words: t('None in {before}', { before }) }
  const size = formatPercent((Math.abs(now - then) * 100) / then, 0)
  return { way, short: size, words: moved(way, { size, earlier: formatExact(then), before }) }
}

/** Compares rates in percentage points, from their rounded values. */
export function changeOfRate(now: number, then: number, before: string): Change {
  const points = Math.round(now * 10) / 10 - Math.round(then * 10) / 10
  const way = wayOf(Math.round(points * 10))
  if (way === 'same')
    return { way, short: t('No change'), words: t('Same as {before}', { before }) }
  const size = t('{points} points', {
    points: (Math.round(Math.abs(points) * 10) / 10).toLocaleString(locale),
  })
  return { way, short: size, words: moved(way, { size, earlier: formatPercent(then, 1), before }) }
}

function moved(
  way: 'up' | 'down',
  values: { size: string; earlier: string; before: string },
): string {
  return way === 'up'
    ? t('Up {size}: {earlier} in {before}', values)
    : t('Down {size}: {earlier} in {before}', values)
}

function wayOf(difference: number): Change['way'] {
  if (difference === 0) return 'same'
  return difference > 0 ? 'up' : 'down'
}
