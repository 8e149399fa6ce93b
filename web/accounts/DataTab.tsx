import { useState } from 'react'
import { Icon } from '../../card/icons/Icon.tsx'
import type { User } from '../../schema/users/user.ts'
import { t } from '../messages/t.ts'
import { Button } from '../ui/Button.tsx'
import { lazyWithTimedPreload } from '../ui/lazyWithPreload.tsx'
import { AccountPanel } from './AccountParts.tsx'
import { ApiTokens } from './ApiTokens.tsx'
import { exportPath } from './data/account.ts'
import { Feeds } from './Feeds.tsx'
import { VisitorData } from './VisitorData.tsx'

/** What programs may read, what is stored, and who has the cards next. */
export function DataTab({ user }: { user: User }) {
  return (
    <div className="stack account-parts" data-gap="5">
      <div className="stack" data-gap="5">
        <ApiTokens level={user.accessLevel} />
        <VisitorData user={user} />
        <AccountPanel id="data-heading" title={t('Your data')}>
          <p>
            {t('One JSON file with your account, cards, form submissions and analytics events.')}
          </p>
          <a className="button" data-kind="secondary" href={exportPath} download>
            <Icon name="download" size={18} />
            {t('Download my data')}
          </a>
        </AccountPanel>
        <OfferTransfer />
      </div>
      <div className="stack" data-gap="5">
        <Feeds />
      </div>
    </div>
  )
}

const OfferTransferDialog = lazyWithTimedPreload(
  () => import('./LeavingDialogs.tsx'),
  'OfferTransferDialog',
)

/** Transfers a leaving user's cards to a colleague who accepts them; printed QR codes keep working. */
function OfferTransfer() {
  const [open, setOpen] = useState(false)
  return (
    <AccountPanel id="handover-heading" title={t('Hand over your cards')}>
      <p>
        {t(
          'If you change jobs, give your cards to a colleague. Links and printed QR codes keep working.',
        )}
      </p>
      <Button aria-haspopup="dialog" onClick={() => setOpen(true)}>
        {t('Hand over cards')}
      </Button>
      {open && <OfferTransferDialog onClose={() => setOpen(false)} />}
    </AccountPanel>
  )
}
