import { RequestError } from '../../api.ts'
import { acceptTransfer, useTransferOffer } from '../../data/account.ts'
import { signOut } from '../../data/session.ts'
import { Loading } from '../../shell/Brand.tsx'
import { PageHeader } from '../../shell/PageHeader.tsx'
import { useSubmit } from '../../shell/useSubmit.ts'
import { Button } from '../../ui/Button.tsx'
import { FailureNote, Note } from '../../ui/Notes.tsx'
import { toast } from '../../ui/toasts.ts'

type Props = { token: string; userId: number; onDone: () => void }

/** Shows an emailed offer of cards to a signed-in user. Nothing is transferred before a click. */
export function TransferPanel(props: Props) {
  const { offer, error } = useTransferOffer(props)
  if (error) return <NoOffer error={error} onDone={props.onDone} />
  if (!offer) return <Loading />
  return <Offer {...props} from={offer.from} cards={offer.cards} />
}

function Offer({ token, from, cards, onDone }: Props & { from: string; cards: number }) {
  const { attempt, busy, failure } = useSubmit('Failed to accept cards')
  const what = cards === 1 ? '1 card' : `${cards} cards`
  const [it, moves] = cards === 1 ? ['it', 'It moves'] : ['them', 'They move']
  const accept = () =>
    void attempt(async () => {
      await acceptTransfer(token)
      toast('Cards accepted', `You now have ${what} from ${from}.`)
      onDone()
    })
  return (
    <>
      <PageHeader title={`Accept ${what}`} text={`${from} wants to hand over ${what} to you.`} />
      <p className="dialog-text">
        {moves} to your account, with links, analytics and form submissions. The contact details are
        still those of {from} until you change them.
      </p>
      <p className="dialog-text">
        If you don't want {it}, select Not now and ignore the email. Nothing will change.
      </p>
      <FailureNote title="Failed to accept cards" message={failure} />
      <div className="form">
        <Button kind="primary" size="large" busy={busy && 'Accepting...'} onClick={accept}>
          Accept {what}
        </Button>
        <Button kind="ghost" onClick={onDone}>
          Not now
        </Button>
      </div>
    </>
  )
}

function NoOffer({ error, onDone }: { error: unknown; onDone: () => void }) {
  const { attempt, busy, failure } = useSubmit('Sign-out failed')
  const isOtherAccount = error instanceof RequestError && error.status === 403
  const message =
    error instanceof RequestError ? error.serverMessage : 'Reload the page to try again.'
  return (
    <>
      <PageHeader title="Cards offered to you" text="You can't accept this offer here." />
      <Note kind="bad">{failure ?? message}</Note>
      <div className="form">
        {isOtherAccount && (
          <Button
            kind="primary"
            size="large"
            busy={busy && 'Signing out...'}
            onClick={() => void attempt(signOut)}
          >
            Sign in to another account
          </Button>
        )}
        <Button
          kind={isOtherAccount ? 'ghost' : 'primary'}
          size={isOtherAccount ? undefined : 'large'}
          onClick={onDone}
        >
          Go to your cards
        </Button>
      </div>
    </>
  )
}
