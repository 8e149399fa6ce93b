import { type ReactNode, Suspense } from 'react'
import { Icon } from '../../card/icons/Icon.tsx'
import { defaultPwaSettings, type PwaSettings } from '../../schema/pwa/pwa.ts'
import { useUser } from '../accounts/data/session.ts'
import { t } from '../messages/t.ts'
import { product } from '../product.ts'
import { DiscardChangesDialog, useLeaveGuard } from '../shell/LeaveGuard.tsx'
import { PageHeader } from '../shell/PageHeader.tsx'
import { Button } from '../ui/Button.tsx'
import { lazyWithPreload } from '../ui/lazyWithPreload.tsx'
import { Note } from '../ui/Notes.tsx'
import { PageTabs } from '../ui/Tabs.tsx'
import { errorToast } from '../ui/toasts.ts'
import { usePresence } from '../ui/usePresence.ts'
import { usePwaSettings } from './data.ts'
import { defaultIcons, iconSlots } from './icon-slots.ts'
import { PwaSlotField } from './PwaSlotField.tsx'
import { type PwaDraft, saveFailed, usePwaDraft } from './usePwaDraft.ts'

const AppearanceTab = lazyWithPreload(() => import('./PwaTabs.tsx'), 'AppearanceTab')
const PreviewTab = lazyWithPreload(() => import('./PwaTabs.tsx'), 'PreviewTab')

/** Name and appearance of the installed app. */
export function PwaPage() {
  const { user } = useUser()
  return (
    <div className="page">
      <PageHeader title={t('PWA Settings')} text={t('Name and appearance of the installed app')}>
        <span className="badge">
          <Icon name="lock" size={14} />
          {t('Admin')}
        </span>
      </PageHeader>
      {user && (user.accessLevel >= 4 ? <Settings /> : <AccessDenied />)}
    </div>
  )
}

function AccessDenied() {
  return (
    <Note kind="bad" title={t('Access Denied')}>
      {t('You need admin access to configure PWA settings. Please contact an administrator.')}
    </Note>
  )
}

const notFetched = [t('Could not fetch PWA settings'), t('Using default settings instead')] as const

/** The stored settings. If they cannot be loaded, a preview of the defaults, which cannot be saved over them. */
function Settings() {
  const { settings, error, revalidate } = usePwaSettings(() => errorToast(...notFetched))
  if (settings) return <SettingsForm start={settings} />
  if (!error) return <Placeholders />
  return (
    <>
      <Note kind="warn" title={notFetched[0]}>
        {t('{notFetched}. To change the stored settings, load them first.', {
          notFetched: notFetched[1],
        })}
        <span className="actions">
          <Button size="small" onClick={() => void revalidate()}>
            {t('Try again')}
          </Button>
        </span>
      </Note>
      {withPlaceholders(
        <PreviewTab settings={defaultPwaSettings(product.name, product.shortName)} />,
      )}
    </>
  )
}

function Placeholders() {
  return (
    <div className="stack pwa-placeholders" data-gap="5" role="status">
      <span className="hidden-text">{t('Loading PWA settings')}</span>
      {['tabs', 'one', 'two', 'three'].map((part) => (
        <div key={part} className="skeleton" />
      ))}
    </div>
  )
}

function withPlaceholders(tab: ReactNode) {
  return <Suspense fallback={<Placeholders />}>{tab}</Suspense>
}

function SettingsForm({ start }: { start: PwaSettings }) {
  const form = usePwaDraft(start)
  const { dirty, saving, failed, save } = form
  usePresence('save-bar')
  const guard = useLeaveGuard(dirty, '^/pwa-settings(?![^?#])')
  return (
    <>
      <PageTabs
        label={t('PWA settings')}
        tabs={[
          { value: 'icons', title: t('Icons'), content: <IconsTab form={form} /> },
          {
            value: 'appearance',
            title: t('Appearance'),
            content: withPlaceholders(<AppearanceTab form={form} />),
          },
          {
            value: 'preview',
            title: t('Preview'),
            content: withPlaceholders(<PreviewTab settings={form.draft} />),
          },
        ]}
      />
      {failed && (
        <Note kind="bad" title={t('Save failed')}>
          {saveFailed}
        </Note>
      )}
      <section className="save-bar" aria-label={t('Save')} data-dirty={dirty || undefined}>
        <p>{dirty ? t('Unsaved changes') : t('All changes saved')}</p>
        <Button kind="primary" busy={saving && t('Saving...')} onClick={() => void save()}>
          {t('Save PWA Settings')}
        </Button>
      </section>
      {guard.leaving && <DiscardChangesDialog guard={guard} />}
    </>
  )
}

function IconsTab({ form: { draft, pictures } }: { form: PwaDraft }) {
  const { icons } = draft
  const own = iconSlots.some((slot) => icons[slot])
  return (
    <section className="panel stack pwa-fields" data-gap="5" aria-label={t('Icons')}>
      <p className="field-hint">
        {t('One image of at least 512 px is enough. Missing sizes are created from it.')}
      </p>
      {iconSlots.map((slot) => (
        <PwaSlotField
          key={slot}
          slot={slot}
          picture={icons[slot]}
          standIn={own ? undefined : defaultIcons[slot]}
          state={pictures.states[slot]}
          onChoose={(files) => void pictures.choose(slot, files)}
          onRemove={() => pictures.remove(slot)}
        />
      ))}
      {own && !icons.icon512 && (
        <Note kind="warn">
          {t(
            'The Large Icon is missing. It appears in app lists, and on Android while the app starts.',
          )}
        </Note>
      )}
    </section>
  )
}
