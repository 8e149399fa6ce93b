import { Icon } from '../../../card/Icon.tsx'
import type { User } from '../../../schema/user.ts'
import { exportPath } from '../../data/account.ts'
import { usePasskeys } from '../../data/passkeys.ts'
import { Button } from '../../ui/Button.tsx'
import { ApiTokens } from './ApiTokens.tsx'
import { DeleteAccount } from './DeleteAccount.tsx'
import { HandOverCards } from './HandOverCards.tsx'
import { Passkeys, passkeysHeading } from './Passkeys.tsx'
import { PasswordForm } from './PasswordForm.tsx'
import { RecentActivity } from './RecentActivity.tsx'
import { SecondFactor } from './SecondFactor.tsx'
import { Sessions } from './Sessions.tsx'
import { VisitorData } from './VisitorData.tsx'

export function SecurityTab({ user }: { user: User }) {
  return (
    <div className="account-parts">
      <div className="account-column">
        <section className="panel account-panel" aria-labelledby="password-heading">
          <h2 id="password-heading" tabIndex={-1}>
            Change password
          </h2>
          <p>
            When the password changes, every other device is signed out, every API token is revoked,
            and your links to analytics end.
          </p>
          <PasskeysStay />
          <PasswordForm />
        </section>
        <Passkeys />
        <SecondFactor />
        <VisitorData user={user} />
      </div>
      <div className="account-column">
        <Sessions />
        <RecentActivity passwordHeading="password-heading" />
        <ApiTokens level={user.accessLevel} />
        <section className="panel account-panel" aria-labelledby="data-heading">
          <h2 id="data-heading">Your data</h2>
          <p>
            One JSON file with your account, your cards, what visitors sent you, and every counted
            event.
          </p>
          <a className="button" data-kind="secondary" href={exportPath} download>
            <Icon name="download" size={18} />
            Download my data
          </a>
        </section>
        <HandOverCards />
        <DeleteAccount user={user} />
      </div>
    </div>
  )
}

function PasskeysStay() {
  const { passkeys } = usePasskeys()
  if (!passkeys?.length) return null
  return (
    <>
      <p>Your passkeys still work. Remove any you do not recognize.</p>
      <Button size="small" onClick={() => document.getElementById(passkeysHeading)?.focus()}>
        Review passkeys
      </Button>
    </>
  )
}
