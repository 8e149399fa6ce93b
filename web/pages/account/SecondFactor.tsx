import { Suspense, useState } from 'react'
import { Icon } from '../../../card/Icon.tsx'
import type { SecondFactor as Factor, FactorSetUp } from '../../../schema/second-factor.ts'
import { sentence } from '../../api.ts'
import { beginFactor, useFactor } from '../../data/second-factor.ts'
import { useAttempt } from '../../shell/useAttempt.ts'
import { Button } from '../../ui/Button.tsx'
import { timeInSentence } from '../../ui/dates.ts'
import { soon } from '../../ui/later.tsx'
import { ErrorPanel, Note } from '../../ui/Notes.tsx'

const SetUpDialog = soon(async () => (await import('./SetUpDialog.tsx')).SetUpDialog)
const TurnOffDialog = soon(async () => (await import('./TurnOffDialog.tsx')).TurnOffDialog)
const NewCodesDialog = soon(async () => (await import('./NewCodesDialog.tsx')).NewCodesDialog)

/** Whether signing in asks for a code of an app, too. */
export function SecondFactor() {
  const { factor, error, again } = useFactor()
  const [begun, setBegun] = useState<FactorSetUp>()
  return (
    <section className="panel account-panel" aria-labelledby="factor-heading">
      <h2 id="factor-heading">Second factor</h2>
      <p>
        Signing in then asks for a code of an app on your phone, too, so that your password alone is
        of no use to anybody.
      </p>
      {factor && (factor.on ? <On factor={factor} /> : <Off onBegun={setBegun} />)}
      {!factor && error && (
        <ErrorPanel
          title="Your second factor could not be loaded"
          message={sentence(error, 'Something went wrong. Please try again.')}
          onRetry={() => void again()}
        />
      )}
      {!factor && !error && <div className="skeleton mail-skeleton" />}
      <Suspense fallback={null}>
        {begun && <SetUpDialog begun={begun} onClose={() => setBegun(undefined)} />}
      </Suspense>
    </section>
  )
}

function Off({ onBegun }: { onBegun: (begun: FactorSetUp) => void }) {
  const { attempt, busy, failure } = useAttempt('Set-up failed')
  return (
    <>
      {failure && (
        <Note kind="bad" title="Set-up failed">
          {failure}
        </Note>
      )}
      <Button
        aria-haspopup="dialog"
        busy={busy && 'Preparing...'}
        onClick={() => void attempt(async () => onBegun(await beginFactor()))}
      >
        <Icon name="lock" size={18} />
        Set up a second factor
      </Button>
    </>
  )
}

function On({ factor: { since, recoveryCodes, required } }: { factor: Factor }) {
  const [open, setOpen] = useState<'codes' | 'off'>()
  const close = () => setOpen(undefined)
  return (
    <>
      <p className="factor-state">
        <span className="badge" data-kind="ok">
          On
        </span>
        Since {timeInSentence(since ?? '')}
      </p>
      {recoveryCodes > 2 ? (
        <p>{recoveryCodes} of 10 recovery codes are left.</p>
      ) : (
        <Note kind="warn">
          {recoveryCodes === 1 ? '1 recovery code is' : `${recoveryCodes} recovery codes are`} left.
          Make new ones.
        </Note>
      )}
      <p className="factor-state">
        <Button aria-haspopup="dialog" onClick={() => setOpen('codes')}>
          New recovery codes
        </Button>
        <Button kind="danger-text" aria-haspopup="dialog" onClick={() => setOpen('off')}>
          Turn off
        </Button>
      </p>
      {required && <p>Administrators of this installation need one.</p>}
      <Suspense fallback={null}>
        {open === 'codes' && <NewCodesDialog onClose={close} />}
        {open === 'off' && <TurnOffDialog onClose={close} />}
      </Suspense>
    </>
  )
}
