import { levelLabel } from './levels.ts'

export function LevelBadge({ level }: { level: number }) {
  const kind = level >= 4 ? 'bad' : level === 3 ? 'ok' : level === 2 ? 'new' : undefined
  return (
    <span className="badge" data-kind={kind}>
      {levelLabel(level)}
    </span>
  )
}
