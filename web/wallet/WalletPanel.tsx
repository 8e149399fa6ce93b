import { useState } from 'react'
import { Icon } from '../../card/icons/Icon.tsx'
import { type Wallet, walletNames } from '../../schema/wallet/wallet.ts'
import { t } from '../messages/t.ts'
import { useSubmit } from '../shell/useSubmit.ts'
import { Button } from '../ui/Button.tsx'
import { lazyWithPreload } from '../ui/lazyWithPreload.tsx'
import { FailureNote } from '../ui/Notes.tsx'
import { createWalletLink, listWallets, runsOn } from './data.ts'

const WalletDialog = lazyWithPreload(() => import('./WalletDialog.tsx'), 'WalletDialog', null)

/** Adds the card to the wallet of its owner's phone, to which a computer shows a code; hidden if no wallet works on this device. */
export function WalletPanel({ cardId }: { cardId: number }) {
  const [open, setOpen] = useState<{ wallet: Wallet; url: string }>()
  const { attempt, busy, failure } = useSubmit(failed)
  const [choice, setChoice] = useState<Wallet>()
  const offered = listWallets().filter(isOffered)
  if (offered.length === 0) return null
  const add = (wallet: Wallet) =>
    void attempt(async () => {
      setChoice(wallet)
      const { url } = await createWalletLink(cardId, wallet)
      if (runsOn[wallet].test(navigator.userAgent)) location.assign(url)
      else setOpen({ wallet, url })
    })
  return (
    <section className="panel share-plain share-archive">
      <div>
        <h2>{t('Phone wallet')}</h2>
        <p>
          {t(
            "Your card and its QR code in your phone's wallet, ready to show without a connection. It updates when you change your card, and shows only what everyone can see. Its scans count under a share point of their own.",
          )}
        </p>
      </div>
      <div className="actions">
        {offered.map((wallet) => (
          <Button
            key={wallet}
            size="small"
            busy={busy && wallet === choice && t('Creating...')}
            onPointerEnter={WalletDialog.preload}
            onClick={() => add(wallet)}
          >
            <Icon name="phone-device" size={16} />
            {t('Add to {wallet}', { wallet: walletNames[wallet] })}
          </Button>
        ))}
      </div>
      <FailureNote title={failed} message={failure} />
      {open && <WalletDialog {...open} onClose={() => setOpen(undefined)} />}
    </section>
  )
}

const failed = t('The pass could not be created')

function isOffered(wallet: Wallet): boolean {
  const agent = navigator.userAgent
  const isPhone = Object.values(runsOn).some((pattern) => pattern.test(agent))
  return !isPhone || runsOn[wallet].test(agent)
}
