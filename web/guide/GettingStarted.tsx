import { useNavigate } from 'react-router-dom'
import { useUser } from '../accounts/data/session.ts'
import { useCards } from '../cards/data.ts'
import { Trans } from '../messages/Trans.tsx'
import { t } from '../messages/t.ts'
import { product } from '../product.ts'
import { hasDetails, hasPhoto, isSeen } from '../shell/first-steps.ts'
import { useSubmit } from '../shell/useSubmit.ts'
import { Button, LinkButton } from '../ui/Button.tsx'
import { FailureNote } from '../ui/Notes.tsx'
import { infoToast } from '../ui/toasts.ts'
import { End, Picture, Step, Steps } from './parts.tsx'

/** The first steps; each is ticked once the card or the account shows that it is done. */
export function GettingStarted() {
  const { user } = useUser()
  const { cards } = useCards()
  const first = cards?.[0]
  return (
    <>
      <p>
        {t(
          '{name} turns your contact details into a page. People scan its QR code to see it and save you to their phone with one tap. They need no app and no account.',
          { name: product.name },
        )}
      </p>
      <Steps>
        <Step done={first !== undefined}>
          <Trans
            id="Open the <strong>Dashboard</strong>. Your first card is already there, with your account's name, email and phone."
            components={{ strong: <strong /> }}
          />
        </Step>
        <Step done={first !== undefined && (hasPhoto(first) || hasDetails(first))}>
          <Trans
            id="Select <strong>Edit Card</strong>. On a phone, this opens the quick editor, where you tap what you want to change. On a computer, it opens the advanced editor, with every field."
            components={{ strong: <strong /> }}
          />
        </Step>
        <Step done={first !== undefined && isSeen(first)}>
          <Trans
            id="Select <strong>QR Code</strong> and scan it with a phone's camera. You'll see what others see."
            components={{ strong: <strong /> }}
          />
        </Step>
        <Step done={user?.emailVerified === true}>
          {t(
            "Open the link in the email we sent when you signed up to confirm your address. Until then, we can't send you password reset links or email about your cards.",
          )}
        </Step>
      </Steps>
      <Picture
        name="dashboard"
        alt={t('The dashboard with a card, its link, and the buttons Edit Card, View and QR Code')}
        width={1200}
        height={634}
      />
      <Start />
    </>
  )
}

function Start() {
  const { user } = useUser()
  const navigate = useNavigate()
  const { attempt, failure } = useSubmit(
    t('Authentication required'),
    t('Please sign in to create a card.'),
  )
  const start = () =>
    void attempt(async () => {
      if (!user) throw new Error('Signed out')
      infoToast(t('Redirecting to dashboard'))
      await navigate('/dashboard')
    })
  return (
    <>
      <FailureNote title={t('Authentication required')} message={failure} />
      <End>
        <LinkButton to="/dashboard" kind="primary">
          {t('Go to Dashboard')}
        </LinkButton>
        <Button onClick={start}>{t('Create New Card')}</Button>
      </End>
    </>
  )
}
