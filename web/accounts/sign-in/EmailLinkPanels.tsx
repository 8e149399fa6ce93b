import { useState } from 'react'
import * as z from 'zod/mini'
import { ResetConfirmation, ResetRequest } from '../../../schema/users/user.ts'
import { RequestError } from '../../api.ts'
import { t } from '../../messages/t.ts'
import { Loading } from '../../shell/Brand.tsx'
import { PageHeader } from '../../shell/PageHeader.tsx'
import { useSubmit } from '../../shell/useSubmit.ts'
import { Button } from '../../ui/Button.tsx'
import { Field, Form, NewPasswordField } from '../../ui/Form.tsx'
import { FailureNote, Note } from '../../ui/Notes.tsx'
import { toast } from '../../ui/toasts.ts'
import { acceptTransfer, revertEmail, useTransferOffer, verifyEmail } from '../data/account.ts'
import { clearSession, signOut } from '../data/session.ts'
import {
  isInvalidResetLink,
  requestPasswordReset,
  setNewPassword,
  useResetLink,
} from '../data/sign-in.ts'
import { PanelFooter } from './PanelFooter.tsx'

const sentMessage = t('If your email is registered, you will receive a password reset link.')

/** Requests a reset link. Shows the same message for every address, so it does not reveal which ones are registered. */
export function ResetPanel({
  email,
  onDone,
}: {
  email: string
  onDone: (message?: string) => void
}) {
  const { attempt, failure } = useSubmit(t('Reset failed'))
  const submit = (request: { email: string }) =>
    attempt(async () => {
      await requestPasswordReset(request.email)
      toast(t('Password reset initiated'), sentMessage)
      onDone(sentMessage)
    })
  return (
    <>
      <PageHeader
        title={t('Forgot password')}
        text={t("Enter your account email. We'll send a link that is valid for 1 hour.")}
      />
      <FailureNote title={t('Reset failed')} message={failure} />
      <Form schema={ResetRequest} defaultValues={{ email }} onSubmit={submit}>
        {(busy) => (
          <>
            <Field
              name="email"
              label={t('Email')}
              type="email"
              autoComplete="email"
              autoCapitalize="none"
            />
            <PanelFooter
              action={t('Send reset link')}
              busy={busy && t('Sending...')}
              onBack={() => onDone()}
            />
          </>
        )}
      </Form>
    </>
  )
}

const updatedMessage = t('Your password has been successfully updated.')
const NewPassword = z.pick(ResetConfirmation, { password: true })

/**
 * Opened by a reset link, which is checked before anything is typed. It does not sign the user in: afterwards the
 * sign-in panel asks for the new password.
 */
export function NewPasswordPanel({
  token,
  onDone,
  onNewLink,
}: {
  token: string
  onDone: (message?: string) => void
  onNewLink: () => void
}) {
  const isValid = useResetLink(token)
  const [expired, setExpired] = useState(false)
  if (isValid === undefined) return <Loading />
  if (!isValid || expired) return <InvalidLink onNewLink={onNewLink} onBack={() => onDone()} />
  return <NewPasswordForm token={token} onDone={onDone} onExpired={() => setExpired(true)} />
}

function InvalidLink({ onNewLink, onBack }: { onNewLink: () => void; onBack: () => void }) {
  return (
    <>
      <PageHeader
        title={t('This link no longer works')}
        text={t('Reset links work once and expire after 1 hour.')}
      />
      <div className="form">
        <PanelFooter
          action={t('Get a new link')}
          busy={false}
          onAction={onNewLink}
          onBack={onBack}
        />
      </div>
    </>
  )
}

function NewPasswordForm({
  token,
  onDone,
  onExpired,
}: {
  token: string
  onDone: (message?: string) => void
  onExpired: () => void
}) {
  const { attempt, failure } = useSubmit(t('Update failed'))
  const submit = ({ password }: { password: string }) =>
    attempt(async () => {
      await setNewPassword(token, password).catch((error) => {
        // The link expired or was used while the password was being typed.
        if (isInvalidResetLink(error)) onExpired()
        throw error
      })
      toast(t('Password updated'), updatedMessage)
      onDone(t('{updatedMessage} Sign in with the new one.', { updatedMessage }))
    })
  return (
    <>
      <PageHeader
        title={t('Choose a new password')}
        text={t('This signs out every device and removes your passkeys.')}
      />
      <FailureNote title={t('Update failed')} message={failure} />
      <Form schema={NewPassword} defaultValues={{ password: '' }} onSubmit={submit}>
        {(busy) => (
          <>
            <NewPasswordField name="password" label={t('New password')} />
            <PanelFooter
              action={t('Save password')}
              busy={busy && t('Saving...')}
              onBack={() => onDone()}
            />
          </>
        )}
      </Form>
    </>
  )
}

const emailLinks = {
  verify: {
    title: t('Confirm your email address'),
    text: t(
      "We'll send password resets and account notices to the address that received this link.",
    ),
    action: t('Confirm email address'),
    busyText: t('Confirming...'),
    done: t('Email address confirmed'),
    failed: t('Confirmation failed'),
    send: verifyEmail,
  },
  revert: {
    title: t('Restore your email address'),
    text: t('This restores your previous address and signs out every device.'),
    action: t('Restore email address'),
    busyText: t('Restoring...'),
    done: t('Email address restored'),
    failed: t('Update failed'),
    send: async (token: string) => {
      const message = await revertEmail(token)
      await clearSession()
      return message
    },
  },
}

/**
 * Confirms an email address, or reverts a change of it. Requires a click, since email programs open links
 * automatically.
 */
export function EmailLinkPanel({
  kind,
  token,
  onDone,
}: {
  kind: keyof typeof emailLinks
  token: string
  onDone: (message?: string) => void
}) {
  const { title, text, action, busyText, done, failed, send } = emailLinks[kind]
  const { attempt, busy, failure } = useSubmit(failed)
  const submit = () =>
    void attempt(async () => {
      const message = await send(token)
      toast(done, message)
      onDone(message)
    })
  return (
    <>
      <PageHeader title={title} text={text} />
      <FailureNote title={failed} message={failure} />
      <div className="form">
        <PanelFooter
          action={action}
          busy={busy && busyText}
          onAction={submit}
          onBack={() => onDone()}
        />
      </div>
    </>
  )
}

type TransferProps = { token: string; userId: number; onDone: () => void }

/** Shows an emailed offer of cards to a signed-in user. Nothing is transferred before a click. */
export function TransferPanel(props: TransferProps) {
  const { offer, error } = useTransferOffer(props)
  if (error) return <NoOffer error={error} onDone={props.onDone} />
  if (!offer) return <Loading />
  return <Offer {...props} from={offer.from} cards={offer.cards} />
}

function Offer({ token, from, cards, onDone }: TransferProps & { from: string; cards: number }) {
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
