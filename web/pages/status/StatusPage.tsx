import { Icon } from '../../../card/Icon.tsx'
import type { Status } from '../../../schema/status.ts'
import { sentence } from '../../api.ts'
import { useStatus } from '../../data/status.ts'
import { PageHeader } from '../../shell/PageHeader.tsx'
import { Button } from '../../ui/Button.tsx'
import { timeInSentence } from '../../ui/dates.ts'
import { ErrorPanel, Note } from '../../ui/Notes.tsx'
import { Jobs } from './Jobs.tsx'
import { StatusFacts } from './StatusFacts.tsx'

/** How the installation is: what waits, what ran, what is backed up. For level 5. */
export function StatusPage() {
  const { status, error, busy, again } = useStatus()
  return (
    <div className="page">
      <PageHeader
        title="Status"
        text={status ? `As of ${timeInSentence(status.at)}.` : 'How this installation is.'}
      >
        <Button onClick={() => void again()} aria-disabled={busy || undefined}>
          <Icon name="refresh" size={18} />
          Refresh
        </Button>
      </PageHeader>
      {error && (
        <ErrorPanel
          title={status ? 'The status could not be read again' : 'Error loading the status'}
          message={sentence(error, 'Something went wrong. Please try again.')}
          onRetry={() => void again()}
        />
      )}
      {status ? <Whole status={status} /> : !error && <Loading />}
    </div>
  )
}

function Whole({ status }: { status: Status }) {
  return (
    <>
      <section className="status-alerts" aria-label="What to look after">
        {status.alerts.map(({ title, advice }) => (
          <Note key={title} kind="warn" title={title}>
            {advice}
          </Note>
        ))}
        {status.alerts.length === 0 && <Note kind="ok">Nothing needs looking after.</Note>}
      </section>
      <StatusFacts status={status} />
      <Jobs jobs={status.jobs} />
    </>
  )
}

function Loading() {
  return <div className="skeleton skeleton-row" role="status" aria-label="Loading" aria-busy />
}
