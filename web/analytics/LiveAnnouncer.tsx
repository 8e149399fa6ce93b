import { useEffect, useRef, useState } from 'react'
import { type Kind, kinds, type Totals } from '../../schema/analytics/figures.ts'
import { t } from '../messages/t.ts'
import { Note } from '../ui/Notes.tsx'
import { countedEvents } from './labels.ts'

const announceMs = 30_000

/** Counts events since the page opened: shown at once, announced to screen readers every 30 seconds at most. */
export function LiveAnnouncer({ allTime }: { allTime: Totals }) {
  const [atFirst] = useState(allTime)
  const more = (kind: Kind) => allTime[kind] - atFirst[kind]
  const news = kinds.filter((kind) => more(kind) > 0).map((kind) => countedEvents[kind](more(kind)))
  const text =
    news.length > 0 ? t('{news} since you opened this page', { news: news.join(', ') }) : ''
  const spoken = useThrottledValue(text, announceMs)
  return (
    <div className="analytics-news">
      <p aria-hidden="true">
        <span className="live-dot" />
        {text ? t('Live: {text}', { text }) : t('Live: updates automatically')}
      </p>
      <p className="hidden-text" role="status">
        {spoken}
      </p>
    </div>
  )
}

/** Says that the figures are from before the last refresh, which failed. */
export function StaleNote() {
  return (
    <Note kind="warn" title={t('Not up to date')}>
      {t("Couldn't refresh. Showing earlier figures.")}
    </Note>
  )
}

/** Returns the value, which changes at most once every `ms` milliseconds; the first change applies at once. */
function useThrottledValue<Value>(value: Value, ms: number): Value {
  const [shown, setShown] = useState(value)
  const last = useRef(Number.NEGATIVE_INFINITY)
  useEffect(() => {
    const wait = Math.max(0, last.current + ms - Date.now())
    const timer = setTimeout(() => {
      last.current = Date.now()
      setShown(value)
    }, wait)
    return () => clearTimeout(timer)
  }, [value, ms])
  return shown
}
