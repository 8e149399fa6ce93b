import { useState } from 'react'
import { useFormContext } from 'react-hook-form'
import { canSetCredentials, canSetLevel } from '../../schema/access.ts'
import { NewUser, type User, type UserRow, userEditOf } from '../../schema/users/user.ts'
import { errorMessage, isCommonPassword, RequestError } from '../api.ts'
import { t, translated } from '../messages/t.ts'
import { useSubmit } from '../shell/useSubmit.ts'
import { Button } from '../ui/Button.tsx'
import { ConfirmDialog, Dialog, DialogFoot } from '../ui/Dialog.tsx'
import { FieldFrame } from '../ui/Fields.tsx'
import { Field, Form, NewPasswordField, verbatim } from '../ui/Form.tsx'
import { FailureNote, Note } from '../ui/Notes.tsx'
import { errorToast, toast } from '../ui/toasts.ts'
import { levelOptions } from './access-levels.ts'
import { createUser, editUser, removeUserSecondFactor } from './data.ts'

type Props = { actor: User; row?: UserRow; onClose: () => void }

/** Creates a user, or with `row` edits one. */
export function UserDialog({ actor, row, onClose }: Props) {
  return (
    <Dialog title={row ? t('Edit User') : t('Create New User')} onClose={onClose}>
      {row ? (
        <EditForm actor={actor} row={row} onClose={onClose} />
      ) : (
        <CreateForm actor={actor} onClose={onClose} />
      )}
    </Dialog>
  )
}

function CreateForm({ actor, onClose }: Props) {
  const { failure, send } = useSending(t('Failed to create user'))
  return (
    <Form
      schema={NewUser}
      defaultValues={{
        username: '',
        email: '',
        fullName: '',
        password: '',
        accessLevel: 1,
        cardSlug: '',
      }}
      onSubmit={(user, refuse) =>
        send(refuse, async () => {
          await createUser(user)
          toast(t('Success'), t('User created successfully'))
          onClose()
        })
      }
    >
      {(busy) => (
        <>
          <div className="dialog-body">
            <p className="dialog-text">{t('Add a new user to the system')}</p>
            <NameFields />
            <NewPasswordField name="password" label={t('Password')} />
            <LevelField levels={levelOptions(actor.accessLevel)} />
            <SlugField hint={t('Leave blank to auto-generate from username')} />
            {failure && <Note kind="bad">{failure}</Note>}
          </div>
          <DialogFoot action={t('Create User')} busy={busy && t('Saving...')} onCancel={onClose} />
        </>
      )}
    </Form>
  )
}

function EditForm({ actor, row, onClose }: Props & { row: UserRow }) {
  const { failure, send } = useSending(t('Failed to update user'))
  const isOwn = row.id === actor.id
  const mayEditCredentials = canSetCredentials(actor, row)
  const isLevelFixed = row.id === 1 || !canSetLevel(actor, row)
  const levels = levelOptions(actor.accessLevel)
  const { username, email, accessLevel } = row
  return (
    <Form
      schema={userEditOf(row)}
      defaultValues={{
        username,
        email,
        fullName: row.fullName ?? '',
        password: '',
        accessLevel,
        cardSlug: row.cardSlug ?? '',
      }}
      onSubmit={(changes, refuse) =>
        send(refuse, async () => {
          const { password, ...others } = changes
          await editUser(row.id, password ? changes : others)
          toast(t('Success'), t('User updated successfully'))
          onClose()
        })
      }
    >
      {(busy) => (
        <>
          <div className="dialog-body">
            <p className="dialog-text">{t('Update user information and permissions')}</p>
            <NameFields isEmailFixed={!mayEditCredentials} />
            {mayEditCredentials && !isOwn && (
              <NewPasswordField
                name="password"
                label={t('Password (leave blank to keep current)')}
              />
            )}
            <LevelField
              levels={isLevelFixed ? levels.filter(({ value }) => value === accessLevel) : levels}
              hint={isLevelFixed ? whyLevelIsFixed(actor, row) : undefined}
            />
            <SlugField hint={t("A custom URL for the user's business card")} />
            {row.secondFactor && mayEditCredentials && !isOwn && <SecondFactorField row={row} />}
            {failure && <Note kind="bad">{failure}</Note>}
          </div>
          <DialogFoot action={t('Update User')} busy={busy && t('Saving...')} onCancel={onClose} />
        </>
      )}
    </Form>
  )
}

function whyLevelIsFixed(actor: User, row: UserRow): string {
  if (row.id === actor.id) return t('You cannot change your own access level')
  if (row.id === 1) return t('The first user always keeps access level 5')
  return t("Only a user with a higher level or a System Admin can change this user's access level")
}

function NameFields({ isEmailFixed = false }: { isEmailFixed?: boolean }) {
  return (
    <>
      <Field name="username" label={t('Username')} autoComplete="off" {...verbatim} />
      <Field
        name="email"
        label={t('Email')}
        type="email"
        autoComplete="off"
        readOnly={isEmailFixed}
        hint={isEmailFixed ? fixedEmailHint : undefined}
      />
      <Field name="fullName" label={t('Full Name')} autoComplete="off" />
    </>
  )
}

const fixedEmailHint = t(
  "Only a user with a higher level or a System Admin can set this user's email or password",
)

function SlugField({ hint }: { hint: string }) {
  return (
    <Field
      name="cardSlug"
      label={t('Card URL Slug')}
      hint={hint}
      autoComplete="off"
      {...verbatim}
    />
  )
}

type LevelProps = { levels: { value: number; label: string }[]; hint?: string }

function LevelField({ levels, hint }: LevelProps) {
  const { register, formState, getFieldState } = useFormContext()
  const error = translated(getFieldState('accessLevel', formState).error?.message)
  return (
    <FieldFrame label={t('Access Level')} hint={hint} error={error}>
      {(marks) => (
        <select className="input" {...register('accessLevel', { valueAsNumber: true })} {...marks}>
          {levels.map(({ value, label }) => (
            <option key={value} value={value}>
              {label}
            </option>
          ))}
        </select>
      )}
    </FieldFrame>
  )
}

type Refuse = (field: 'username' | 'cardSlug' | 'password', message: string) => void

/** Sends the form. A rejection is shown as a toast, and below its field or above the buttons. */
function useSending(fallback: string) {
  const [failure, setFailure] = useState<string>()
  const send = async (refuse: Refuse, work: () => Promise<void>) => {
    setFailure(undefined)
    await work().catch((error) => {
      const text = errorMessage(error, fallback)
      errorToast(t('Error'), text)
      const code = error instanceof RequestError ? error.code : undefined
      if (code === 'username') refuse('username', text)
      else if (code === 'slug') refuse('cardSlug', text)
      else if (isCommonPassword(error)) refuse('password', text)
      else setFailure(text)
    })
  }
  return { failure, send }
}

/** Removes the second factor of a user who lost their phone; the actor confirms that they checked the identity. */
function SecondFactorField({ row: { id, username } }: { row: UserRow }) {
  const [state, setState] = useState<'on' | 'asked' | 'off'>('on')
  const { attempt, busy, failure } = useSubmit(t('Failed to turn off'))
  const turnOff = () =>
    void attempt(async () => {
      await removeUserSecondFactor(id)
      setState('off')
      toast(
        t('Two-step verification turned off'),
        t('{username} now signs in with only their password.', { username }),
      )
    })
  if (state === 'off') return <Note kind="ok">{t('Two-step verification is off.')}</Note>
  return (
    <div className="field">
      <p className="field-hint">
        {t('Sign-in also asks for a code from their authenticator app.')}
      </p>
      <Button kind="danger-text" aria-haspopup="dialog" onClick={() => setState('asked')}>
        {t('Turn off two-step verification')}
      </Button>
      {state === 'asked' && (
        <ConfirmDialog
          title={t('Turn off two-step verification for {username}?', { username })}
          text={t(
            "Confirm their identity first. They'll sign in with only their password. We'll sign them out everywhere and email them.",
          )}
          action={t('Turn off')}
          busy={busy && t('Turning off...')}
          error={<FailureNote title={t('Failed to turn off')} message={failure} />}
          onCancel={() => setState('on')}
          onConfirm={turnOff}
        />
      )}
    </div>
  )
}
