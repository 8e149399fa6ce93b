import { useEffect, useRef, useState } from 'react'
import { type Kind, kinds, type Totals } from '../../../schema/figures.ts'
import { formatCounted } from '../../ui/charts/format-number.ts'
import { eventLabels } from './labels.ts'

const announceIntervalMs = 30_000

/** Counts events since the page opened: updated at once, announced at intervals. */
export function LiveAnnouncer({ allTime }: { allTime: Totals }) {
  const [initial] = useState(allTime)
  const increase = (kind: Kind) => allTime[kind] - initial[kind]
  const increases = kinds
    .filter((kind) => increase(kind) > 0)
    .map((kind) => formatCounted(increase(kind), eventLabels[kind]))
  const text = increases.length > 0 ? `${increases.join(', ')} since you opened this page` : ''
  const announced = useThrottledValue(text, announceIntervalMs)
  return (
    <div className="analytics-news">
      <p aria-hidden="true">
        <span className="live-dot" />
        {text ? `Live: ${text}` : 'Live: updates automatically'}
      </p>
      <p className="hidden-text" role="status">
        {announced}
      </p>
    </div>
  )
}

/** Returns the value, changing at most once per `every` ms; the first change applies at once. */
function useThrottledValue<Value>(value: Value, intervalMs: number): Value {
  const [throttled, setThrottled] = useState(value)
  const last = useRef(Number.NEGATIVE_INFINITY)
  useEffect(() => {
    const wait = Math.max(0, last.current + intervalMs - Date.now())
    const timer = setTimeout(() => {
      last.current = Date.now()
      setThrottled(value)
    }, wait)
    return () => clearTimeout(timer)
  }, [value, intervalMs])
  return throttled
}
