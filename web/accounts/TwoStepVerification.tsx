import { useState } from 'react'
import { Icon } from '../../card/icons/Icon.tsx'
import type {
  SecondFactor as Factor,
  SecondFactorSetup,
} from '../../schema/accounts/second-factor.ts'
import { t } from '../messages/t.ts'
import { ErrorPanel } from '../shell/ErrorPanel.tsx'
import { useSubmit } from '../shell/useSubmit.ts'
import { Button } from '../ui/Button.tsx'
import { formatTimeInSentence } from '../ui/format.ts'
import { lazyWithTimedPreload } from '../ui/lazyWithPreload.tsx'
import { FailureNote, Note } from '../ui/Notes.tsx'
import { startSecondFactorSetup, useSecondFactor } from './data/second-factor.ts'

const SetUpDialog = lazyWithTimedPreload(
  () => import('./TwoStepVerificationDialogs.tsx'),
  'SetUpDialog',
)
const TurnOffDialog = lazyWithTimedPreload(
  () => import('./TwoStepVerificationDialogs.tsx'),
  'TurnOffDialog',
)
const NewCodesDialog = lazyWithTimedPreload(
  () => import('./TwoStepVerificationDialogs.tsx'),
  'NewCodesDialog',
)

/** Two-step verification settings. */
export function TwoStepVerification() {
  const { factor, error, revalidate } = useSecondFactor()
  const [setup, setBegun] = useState<SecondFactorSetup>()
  return (
    <section className="panel stack account-panel" data-gap="3" aria-labelledby="factor-heading">
      <h2 id="factor-heading">{t('Two-step verification')}</h2>
      <p>
        {t(
          "Sign-in also asks for a code from your authenticator app, so your password alone isn't enough.",
        )}
      </p>
      {factor && (factor.on ? <On factor={factor} /> : <Off onStarted={setBegun} />)}
      {!factor && error && (
        <ErrorPanel
          title={t('Two-step verification could not be loaded')}
          error={error}
          onRetry={revalidate}
        />
      )}
      {!factor && !error && <div className="skeleton mail-skeleton" />}
      {setup && <SetUpDialog setup={setup} onClose={() => setBegun(undefined)} />}
    </section>
  )
}

function Off({ onStarted }: { onStarted: (setup: SecondFactorSetup) => void }) {
  const { attempt, busy, failure } = useSubmit(t('Setup failed'))
  return (
    <>
      <FailureNote title={t('Setup failed')} message={failure} />
      <Button
        aria-haspopup="dialog"
        busy={busy && t('Preparing...')}
        onClick={() => void attempt(async () => onStarted(await startSecondFactorSetup()))}
      >
        <Icon name="lock" size={18} />
        {t('Set up two-step verification')}
      </Button>
    </>
  )
}

function On({ factor: { since, recoveryCodes, required } }: { factor: Factor }) {
  const [open, setOpen] = useState<'codes' | 'off'>()
  const close = () => setOpen(undefined)
  return (
    <>
      <p className="row">
        <span className="badge" data-kind="ok">
          {t('On')}
        </span>
        {t('Since {time}', { time: formatTimeInSentence(since ?? '') })}
      </p>
      {recoveryCodes > 2 ? (
        <p>{t('{recoveryCodes} of 10 recovery codes left.', { recoveryCodes })}</p>
      ) : (
        <Note kind="warn">
          {t(
            '{recoveryCodes, plural, one {# recovery code} other {# recovery codes}} left. Create new ones.',
            { recoveryCodes },
          )}
        </Note>
      )}
      <p className="row">
        <Button aria-haspopup="dialog" onClick={() => setOpen('codes')}>
          {t('Create new recovery codes')}
        </Button>
        <Button kind="danger-text" aria-haspopup="dialog" onClick={() => setOpen('off')}>
          {t('Turn off')}
        </Button>
      </p>
      {required && <p>{t('Required for administrators.')}</p>}
      {open === 'codes' && <NewCodesDialog onClose={close} />}
      {open === 'off' && <TurnOffDialog onClose={close} />}
    </>
  )
}
