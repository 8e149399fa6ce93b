import { levelNames } from '../../schema/access.ts'
import type { User } from '../../schema/users/user.ts'
import { t, translated } from '../messages/t.ts'
import { Loading } from '../shell/Brand.tsx'
import { initial } from '../shell/Nav.tsx'
import { PageHeader } from '../shell/PageHeader.tsx'
import { InstallButton } from '../shell/pwa/InstallGuide.tsx'
import { lazyWithPreload } from '../ui/lazyWithPreload.tsx'
import { PageTabs } from '../ui/Tabs.tsx'
import { AccountPanel } from './AccountParts.tsx'
import { useUser } from './data/session.ts'

const forms = () => import('./ProfileForms.tsx')
const ProfileForm = lazyWithPreload(
  forms,
  'ProfileForm',
  <div className="skeleton profile-skeleton" />,
)
const MailPanel = lazyWithPreload(forms, 'MailPanel', <div className="skeleton mail-skeleton" />)
const SecurityTab = lazyWithPreload(() => import('./SecurityTab.tsx'), 'SecurityTab', <Loading />)
const DataTab = lazyWithPreload(() => import('./DataTab.tsx'), 'DataTab', <Loading />)

/** The user's own account: profile, security, and what programs and others may read. */
export function AccountPage() {
  const { user } = useUser()
  if (!user) return null
  return (
    <div className="page account">
      <PageHeader title={t('Account')} text={t('Your profile, password and sign-in settings')} />
      <PageTabs
        label={t('Account')}
        tabs={[
          { value: 'profile', title: t('Profile'), content: <ProfileTab user={user} /> },
          { value: 'security', title: t('Security'), content: <SecurityTab user={user} /> },
          { value: 'data', title: t('Data & API'), content: <DataTab user={user} /> },
        ]}
      />
    </div>
  )
}

function ProfileTab({ user }: { user: User }) {
  const name = user.fullName ?? user.username
  return (
    <div className="stack account-parts" data-gap="5">
      <section className="panel account-me" aria-label={t('You')}>
        <span className="avatar account-avatar" aria-hidden="true">
          {initial(name)}
        </span>
        <div>
          <h2>{name}</h2>
          <p>
            {user.email}{' '}
            {!user.emailVerified && (
              <span className="badge" data-kind="warn">
                {t('Not confirmed')}
              </span>
            )}
          </p>
          <p>
            <span className="badge">
              {t('Level {accessLevel}, {name}', {
                accessLevel: user.accessLevel,
                name: translated(levelNames[user.accessLevel]) ?? '',
              })}
            </span>
          </p>
        </div>
      </section>
      <AccountPanel id="profile-heading" title={t('Profile')} className="account-profile">
        <ProfileForm user={user} />
      </AccountPanel>
      <AccountPanel id="mail-heading" title={t('Email notifications')}>
        <MailPanel />
      </AccountPanel>
      <InstallButton />
    </div>
  )
}
