import { Note } from '../../../ui/Notes.tsx'
import { AccountOverview } from './AccountOverview.tsx'
import { sample } from './sample.ts'
import { timeBefore } from './words.ts'

/** How the tab is going to look, with figures that are nobody's. */
export function SampleOverview() {
  return (
    <section className="sample-data" aria-label="Sample data">
      <Note kind="warn" title="Sample data">
        These figures are made up, to show what stands here. Yours take their place with the first
        visit to one of your cards.
      </Note>
      <AccountOverview report={sample} before={timeBefore.month} />
    </section>
  )
}
