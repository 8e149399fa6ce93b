import { useFormContext } from 'react-hook-form'
import { languageName } from '../../schema/language.ts'
import { appLanguages } from '../../schema/screens.ts'
import { type Profile, profileOf, type User } from '../../schema/users/user.ts'
import { viewerTimeZone } from '../analytics/data.ts'
import { browserLanguage, isLanguageChanged } from '../messages/language.ts'
import { t } from '../messages/t.ts'
import { ErrorPanel } from '../shell/ErrorPanel.tsx'
import { useSubmit } from '../shell/useSubmit.ts'
import { Button } from '../ui/Button.tsx'
import { FieldFrame } from '../ui/Fields.tsx'
import { Field, Form } from '../ui/Form.tsx'
import { FailureNote } from '../ui/Notes.tsx'
import { Switch } from '../ui/Switch.tsx'
import { toast } from '../ui/toasts.ts'
import { saveMailChoice, useMailChoice } from './data/account.ts'
import { saveProfile } from './data/session.ts'

export function ProfileForm({ user }: { user: User }) {
  const { attempt, failure } = useSubmit(
    t('Update failed'),
    t('Failed to update your profile information. Please try again.'),
  )
  const submit = (profile: Profile) =>
    attempt(async () => {
      await saveProfile(user.id, profile)
      if (isLanguageChanged()) location.reload()
      else toast(t('Profile updated'), t('Your account information has been updated successfully.'))
    })
  const start = {
    fullName: user.fullName ?? '',
    email: user.email,
    phone: user.phone ?? '',
    language: user.language,
  }
  return (
    <Form schema={profileOf(user)} defaultValues={start} onSubmit={submit}>
      {(busy) => (
        <>
          <FailureNote title={t('Update failed')} message={failure} />
          <Field name="fullName" label={t('Full name')} autoComplete="name" />
          <Field
            name="email"
            label={t('Email')}
            hint={t(
              'If you change this, your new address gets a confirmation link. Your old one, if confirmed, gets an undo link, valid for 72 hours.',
            )}
            type="email"
            autoComplete="email"
            autoCapitalize="none"
          />
          <Field name="phone" label={t('Phone')} optional type="tel" autoComplete="tel" />
          <LanguageField />
          <Button type="submit" kind="primary" busy={busy && t('Saving...')}>
            {t('Save Changes')}
          </Button>
        </>
      )}
    </Form>
  )
}

function LanguageField() {
  const { register } = useFormContext()
  return (
    <FieldFrame
      label={t('Language')}
      hint={t(
        "For the app and our emails to you. If you choose the browser's language, emails use the language of your last sign-in.",
      )}
    >
      {(marks) => (
        <select
          className="input"
          {...register('language', { setValueAs: (value) => value || null })}
          {...marks}
        >
          <option value="">
            {t("Browser's language ({name})", { name: languageName(browserLanguage) })}
          </option>
          {appLanguages.map((language) => (
            <option key={language} value={language} lang={language}>
              {languageName(language)}
            </option>
          ))}
        </select>
      )}
    </FieldFrame>
  )
}

/** Email notification settings; each switch saves at once. */
export function MailPanel() {
  const { choice, error, revalidate } = useMailChoice()
  const { attempt, failure } = useSubmit(t('Update failed'))
  if (!choice && error)
    return <ErrorPanel title={t('Error loading settings')} error={error} onRetry={revalidate} />
  if (!choice) return <div className="skeleton mail-skeleton" />
  return (
    <>
      <Switch
        label={t('New form submissions')}
        hint={t('Email me when someone fills in my form (at most one per card every 10 minutes)')}
        checked={choice.entries}
        onChange={(entries) => void attempt(() => saveMailChoice({ entries }))}
      />
      {/* Digests are sent in the mornings of this time zone. */}
      <Switch
        label={t('Follow-ups')}
        hint={t(
          'Email me in the morning when a follow-up is due or a colleague assigns me a submission (at most once a day)',
        )}
        checked={choice.followUps}
        onChange={(followUps) =>
          void attempt(() => saveMailChoice({ followUps, timeZone: viewerTimeZone() }))
        }
      />
      <Switch
        label={t('Weekly figures')}
        hint={t('Email me on Monday morning how my cards did in the last week')}
        checked={choice.weekly}
        onChange={(weekly) =>
          void attempt(() => saveMailChoice({ weekly, timeZone: viewerTimeZone() }))
        }
      />
      <FailureNote title={t('Update failed')} message={failure} />
    </>
  )
}
