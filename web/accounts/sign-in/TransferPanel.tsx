import { RequestError } from '../../api.ts'
import { t } from '../../messages/t.ts'
import { Loading } from '../../shell/Brand.tsx'
import { PageHeader } from '../../shell/PageHeader.tsx'
import { useSubmit } from '../../shell/useSubmit.ts'
import { Button } from '../../ui/Button.tsx'
import { FailureNote, Note } from '../../ui/Notes.tsx'
import { toast } from '../../ui/toasts.ts'
import { acceptTransfer, useTransferOffer } from '../data/account.ts'
import { signOut } from '../data/session.ts'

type Props = { token: string; userId: number; onDone: () => void }

/** Shows an emailed offer of cards to a signed-in user. Nothing is transferred before a click. */
export function TransferPanel(props: Props) {
  const { offer, error } = useTransferOffer(props)
  if (error) return <NoOffer error={error} onDone={props.onDone} />
  if (!offer) return <Loading />
  return <Offer {...props} from={offer.from} cards={offer.cards} />
}

function Offer({ token, from, cards, onDone }: Props & { from: string; cards: number }) {
  const { attempt, busy, failure } = useSubmit(t('Failed to accept cards'))
  const what = t('{cards, plural, one {# card} other {# cards}}', { cards })
  const accept = () =>
    void attempt(async () => {
      await acceptTransfer(token)
      toast(t('Cards accepted'), t('You now have {what} from {from}.', { what, from }))
      onDone()
    })
  return (
    <>
      <PageHeader
        title={t('Accept {what}', { what })}
        text={t('{from} wants to hand over {what} to you.', { from, what })}
      />
      <p className="dialog-text">
        {t(
          '{cards, plural, one {It moves} other {They move}} to your account, with links, analytics and form submissions. The contact details are still those of {from} until you change them.',
          { cards, from },
        )}
      </p>
      <p className="dialog-text">
        {t(
          "If you don't want {cards, plural, one {it} other {them}}, select Not now and ignore the email. Nothing will change.",
          { cards },
        )}
      </p>
      <FailureNote title={t('Failed to accept cards')} message={failure} />
      <div className="form">
        <Button kind="primary" size="large" busy={busy && t('Accepting...')} onClick={accept}>
          {t('Accept {what}', { what })}
        </Button>
        <Button kind="ghost" onClick={onDone}>
          {t('Not now')}
        </Button>
      </div>
    </>
  )
}

function NoOffer({ error, onDone }: { error: unknown; onDone: () => void }) {
  const { attempt, busy, failure } = useSubmit(t('Sign-out failed'))
  const isOtherAccount = error instanceof RequestError && error.status === 403
  const message =
    error instanceof RequestError ? error.serverMessage : t('Reload the page to try again.')
  return (
    <>
      <PageHeader title={t('Cards offered to you')} text={t("You can't accept this offer here.")} />
      <Note kind="bad">{failure ?? message}</Note>
      <div className="form">
        {isOtherAccount && (
          <Button
            kind="primary"
            size="large"
            busy={busy && t('Signing out...')}
            onClick={() => void attempt(signOut)}
          >
            {t('Sign in to another account')}
          </Button>
        )}
        <Button
          kind={isOtherAccount ? 'ghost' : 'primary'}
          size={isOtherAccount ? undefined : 'large'}
          onClick={onDone}
        >
          {t('Go to your cards')}
        </Button>
      </div>
    </>
  )
}
