import { levelNames } from '../../schema/access.ts'
import type { User } from '../../schema/users/user.ts'
import { t, translated } from '../messages/t.ts'
import { Loading } from '../shell/Brand.tsx'
import { initial } from '../shell/Nav.tsx'
import { PageHeader } from '../shell/PageHeader.tsx'
import { lazyWithPreload } from '../ui/lazyWithPreload.tsx'
import { PageTabs } from '../ui/Tabs.tsx'
import { useUser } from './data/session.ts'

const forms = () => import('./ProfileForms.tsx')
const ProfileForm = lazyWithPreload(
  forms,
  'ProfileForm',
  <div className="skeleton profile-skeleton" />,
)
const MailPanel = lazyWithPreload(forms, 'MailPanel', <div className="skeleton mail-skeleton" />)
const FeedsTab = lazyWithPreload(() => import('./Feeds.tsx'), 'FeedsTab', <Loading />)
const SecurityTab = lazyWithPreload(() => import('./SecurityTab.tsx'), 'SecurityTab', <Loading />)

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
          { value: 'security', title: t('Security'), content: <Security user={user} /> },
          { value: 'feeds', title: t('Feeds'), content: <FeedsTab /> },
        ]}
      />
    </div>
  )
}

function Security({ user }: { user: User }) {
  return <SecurityTab user={user} />
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
      <section
        className="panel stack account-panel account-profile"
        data-gap="3"
        aria-labelledby="profile-heading"
      >
        <h2 id="profile-heading">{t('Profile')}</h2>
        <ProfileForm user={user} />
      </section>
      <section className="panel stack account-panel" data-gap="3" aria-labelledby="mail-heading">
        <h2 id="mail-heading">{t('Email notifications')}</h2>
        <MailPanel />
      </section>
    </div>
  )
}
