import { useEffect, useRef, useState } from 'react'
import { type Kind, kinds, type Totals } from '../../schema/analytics/figures.ts'
import { t } from '../messages/t.ts'
import { Note } from '../ui/Notes.tsx'
import { countedEvents } from './labels.ts'

const spokenEvery = 30_000

/** Counts events since the page opened: updated at once, announced at intervals. */
export function LiveAnnouncer({ allTime }: { allTime: Totals }) {
  const [atFirst] = useState(allTime)
  const more = (kind: Kind) => allTime[kind] - atFirst[kind]
  const news = kinds.filter((kind) => more(kind) > 0).map((kind) => countedEvents[kind](more(kind)))
  const text =
    news.length > 0 ? t('{news} since you opened this page', { news: news.join(', ') }) : ''
  const spoken = useThrottledValue(text, spokenEvery)
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

/** Says that the last refresh failed. */
export function StaleNote() {
  return (
    <Note kind="warn" title={t('Not up to date')}>
      {t("Couldn't refresh. Showing earlier figures.")}
    </Note>
  )
}

/** Returns the value, changing at most once per `every` ms; the first change applies at once. */
function useThrottledValue<Value>(value: Value, every: number): Value {
  const [shown, setShown] = useState(value)
  const last = useRef(Number.NEGATIVE_INFINITY)
  useEffect(() => {
    const wait = Math.max(0, last.current + every - Date.now())
    const timer = setTimeout(() => {
      last.current = Date.now()
      setShown(value)
    }, wait)
    return () => clearTimeout(timer)
  }, [value, every])
  return shown
}
