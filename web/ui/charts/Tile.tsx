import type { ReactNode } from 'react'
import { Icon, type IconName } from '../../../card/icons/Icon.tsx'
import type { Change } from './change.ts'
import { DefinitionLink } from './DefinitionLink.tsx'
import type { DefinitionName } from './definitions.ts'

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
