import { resendVerification } from '../accounts/data/account.ts'
import { Trans } from '../messages/Trans.tsx'
import { t } from '../messages/t.ts'
import { Button } from '../ui/Button.tsx'
import { toast } from '../ui/toasts.ts'
import { NoticeLine } from './NoticeLine.tsx'
import { useSubmit } from './useSubmit.ts'

/** Asks to confirm the email address, on one line. */
export function EmailLine({ email, onDismiss }: { email: string; onDismiss?: () => void }) {
  const { send, busy, failure } = useResend()
  return (
    <NoticeLine
      icon="mail"
      title={t('Confirm your email')}
      text={failure ?? <Trans id="link sent to <bdi>{email}</bdi>" values={{ email }} />}
      onDismiss={onDismiss}
    >
      <Button kind="ghost" size="small" busy={busy && t('Sending...')} onClick={send}>
        {t('Send again')}
      </Button>
    </NoticeLine>
  )
}

/** Sends the link again. */
export function useResend() {
  const { attempt, busy, failure } = useSubmit(t('Failed to send link'))
  const send = () =>
    void attempt(async () => {
      toast(t('Link sent'), await resendVerification())
    })
  return { send, busy, failure }
}
