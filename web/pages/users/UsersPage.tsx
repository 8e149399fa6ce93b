import { Suspense } from 'react'
import { useUser } from '../../data/session.ts'
import { PageHeader } from '../../shell/PageHeader.tsx'
import { LinkButton } from '../../ui/Button.tsx'
import { later, soon } from '../../ui/later.tsx'
import { PageTabs } from '../../ui/Tabs.tsx'
import { useTab } from '../../ui/useTab.ts'
import { AccessDenied } from './AccessDenied.tsx'
import { BatchNotes } from './batch/BatchNotes.tsx'
import { BatchUpload } from './batch/BatchUpload.tsx'
import { useBatch } from './batch/batch.ts'
import { NewUserButton } from './NewUserButton.tsx'
import { Users } from './Users.tsx'

const AuditLog = later(async () => (await import('./audit/AuditLog.tsx')).AuditLog)
const BatchDialog = soon(async () => (await import('./batch/BatchDialog.tsx')).BatchDialog)

/** Who there is, for level 4 and above; for level 5 also who changed what. */
export function UsersPage() {
  const { user } = useUser()
  const [tab] = useTab()
  const { batch } = useBatch(user?.id)
  if (!user) return null
  const log = (
    <Suspense fallback={<p role="status">Loading...</p>}>
      <AuditLog />
    </Suspense>
  )
  return (
    <div className="page users-page">
      <PageHeader title="User Management">
        <LinkButton to="/templates">Card templates</LinkButton>
        <BatchUpload user={user} />
        <NewUserButton user={user} />
      </PageHeader>
      <BatchNotes user={user} />
      {user.accessLevel >= 5 ? (
        <PageTabs
          label="User Management"
          tabs={[
            { value: 'users', title: 'Users', content: <Users user={user} /> },
            { value: 'audit', title: 'Audit log', content: log },
          ]}
        />
      ) : tab === 'audit' ? (
        <AccessDenied text="You don't have the required access level to view this page." />
      ) : (
        <Users user={user} />
      )}
      <Suspense fallback={null}>{batch && !batch.hidden && <BatchDialog batch={batch} />}</Suspense>
    </div>
  )
}
