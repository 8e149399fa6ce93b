import type { Change } from './change.ts'

/** How a figure moved: an arrow and a percentage, in words for who hears it. */
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
