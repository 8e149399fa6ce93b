import { useState } from 'react'
import type { User } from '../../schema/users/user.ts'
import { useUser } from '../accounts/data/session.ts'
import { t } from '../messages/t.ts'
import { PageHeader } from '../shell/PageHeader.tsx'
import { Button } from '../ui/Button.tsx'
import { lazyWithPreload, lazyWithTimedPreload } from '../ui/lazyWithPreload.tsx'
import { Menu, MenuItem } from '../ui/Menu.tsx'
import { PageTabs } from '../ui/Tabs.tsx'
import { useSearchParam } from '../ui/useSearchParam.ts'
import { BatchNotes, BatchUpload } from './batch/BatchUpload.tsx'
import { useBatch } from './batch/batch.ts'
import { AccessDenied, Users } from './Users.tsx'

const AuditLog = lazyWithPreload(
  () => import('./audit/AuditLog.tsx'),
  'AuditLog',
  <p role="status" aria-busy>
    {t('Loading...')}
  </p>,
)
const ProblemCards = lazyWithPreload(
  () => import('./ProblemCards.tsx'),
  'ProblemCards',
  <p role="status" aria-busy>
    {t('Loading...')}
  </p>,
)
const BatchDialog = lazyWithTimedPreload(() => import('./batch/BatchDialog.tsx'), 'BatchDialog')
const EncodingDialog = lazyWithTimedPreload(
  () => import('./batch/EncodingDialog.tsx'),
  'EncodingDialog',
)

/** The users and the cards with problems, for level 4 and above; level 5 also sees the audit log. */
export function UsersPage() {
  const { user } = useUser()
  const [tab] = useSearchParam()
  const { batch, question } = useBatch(user?.id)
  if (!user) return null
  return (
    <div className="page users-page">
      <PageHeader title={t('User Management')}>
        <BatchUpload user={user} />
        <MoreMenu />
        <NewUserButton user={user} />
      </PageHeader>
      <BatchNotes user={user} />
      {tab === 'audit' && user.accessLevel < 5 ? (
        <AccessDenied text={t("You don't have the required access level to view this page.")} />
      ) : (
        <PageTabs label={t('User Management')} tabs={tabsOf(user)} />
      )}
      {question && <EncodingDialog question={question} />}
      {batch && !batch.hidden && <BatchDialog batch={batch} />}
    </div>
  )
}

function tabsOf(user: User) {
  return [
    { value: 'users', title: t('Users'), content: <Users user={user} /> },
    { value: 'problems', title: t('Cards with problems'), content: <ProblemCards /> },
    ...(user.accessLevel >= 5
      ? [{ value: 'audit', title: t('Audit log'), content: <AuditLog /> }]
      : []),
  ]
}

const TeamCodesDialog = lazyWithTimedPreload(
  () => import('./codes/TeamCodesDialog.tsx'),
  'TeamCodesDialog',
)

function MoreMenu() {
  const [open, setOpen] = useState(false)
  return (
    <>
      <Menu label={t('More')} icon="dots">
        <MenuItem to="/templates" icon="copy">
          {t('Card templates')}
        </MenuItem>
        <MenuItem onClick={() => setOpen(true)} icon="qr">
          {t('Codes and badges')}
        </MenuItem>
      </Menu>
      {open && <TeamCodesDialog onClose={() => setOpen(false)} />}
    </>
  )
}

const UserDialog = lazyWithTimedPreload(() => import('./UserDialog.tsx'), 'UserDialog')

function NewUserButton({ user }: { user: User }) {
  const [open, setOpen] = useState(false)
  return (
    <>
      <Button kind="primary" onClick={() => setOpen(true)} icon="plus">
        {t('Add New User')}
      </Button>
      {open && <UserDialog actor={user} onClose={() => setOpen(false)} />}
    </>
  )
}
