import { useState } from 'react'
import { type Kind, kinds, type Totals } from '../../../schema/figures.ts'
import { counted } from '../../ui/charts/numbers.ts'
import { useSparingly } from '../../ui/useSparingly.ts'
import { eventWords } from './words.ts'

const spokenEvery = 30_000

/** What has happened since the page was opened: seen at once, read out now and then. */
export function News({ allTime }: { allTime: Totals }) {
  const [atFirst] = useState(allTime)
  const more = (kind: Kind) => allTime[kind] - atFirst[kind]
  const news = kinds
    .filter((kind) => more(kind) > 0)
    .map((kind) => counted(more(kind), eventWords[kind]))
  const text = news.length > 0 ? `${news.join(', ')} since you opened this page` : ''
  const spoken = useSparingly(text, spokenEvery)
  return (
    <div className="analytics-news">
      <p aria-hidden="true">
        <span className="live-dot" />
        {text ? `Live: ${text}` : 'Live: new events appear here by themselves'}
      </p>
      <p className="hidden-text" role="status">
        {spoken}
      </p>
    </div>
  )
}
