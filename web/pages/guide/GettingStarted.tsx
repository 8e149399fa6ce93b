import { useNavigate } from 'react-router-dom'
import { useUser } from '../../data/session.ts'
import { product } from '../../product.ts'
import { useSubmit } from '../../shell/useSubmit.ts'
import { Button, LinkButton } from '../../ui/Button.tsx'
import { FailureNote } from '../../ui/Notes.tsx'
import { toast } from '../../ui/toasts.ts'
import { End, Picture, Steps } from './parts.tsx'

export function GettingStarted() {
  return (
    <>
      <p>
        {product.name} makes a page of your contact details. Whoever scans its code sees it at once,
        and saves you to their phone with one press. They need no app and no account.
      </p>
      <Steps>
        <li>
          Open the <strong>Dashboard</strong>. Your first card is there already, with the name,
          email and phone of your account.
        </li>
        <li>
          Press <strong>Edit Card</strong>. On a phone that is the quick editor, where you tap what
          you want to change; on a computer it is the advanced one, with every field.
        </li>
        <li>
          Press <strong>QR Code</strong> and hold a phone’s camera over it. What opens is what
          others will see.
        </li>
        <li>
          Open the link in the email you got when you signed up, and confirm your address. Until
          then you get no reset links and no email about your cards.
        </li>
      </Steps>
      <Picture
        name="dashboard"
        alt="The dashboard with a card, its link, and the buttons Edit Card, View and QR Code"
        width={1200}
        height={679}
      />
      <Start />
    </>
  )
}

function Start() {
  const { user } = useUser()
  const navigate = useNavigate()
  const { attempt, failure } = useSubmit(
    'Authentication required',
    'Please sign in to create a card.',
  )
  const start = () =>
    void attempt(async () => {
      if (!user) throw new Error('Signed out')
      toast('Redirecting to dashboard')
      await navigate('/dashboard')
    })
  return (
    <>
      <FailureNote title="Authentication required" message={failure} />
      <End>
        <LinkButton to="/dashboard" kind="primary">
          Go to Dashboard
        </LinkButton>
        <Button onClick={start}>Create New Card</Button>
      </End>
    </>
  )
}
