import { type ReactNode, useId, useRef } from 'react'
import { Icon } from '../../../card/icons/Icon.tsx'
import { initials } from '../../../card/initials.ts'
import { QrCode } from '../../../card/qr/QrCode.tsx'
import type { ListedCard } from '../../../schema/cards/card.ts'
import { defaultForm } from '../../../schema/inbox/form.ts'
import { qrLink, viewPath } from '../../../schema/screens.ts'
import { walletNames } from '../../../schema/wallet/wallet.ts'
import { t } from '../../messages/t.ts'
import { product } from '../../product.ts'
import { useAddToHomeScreen } from '../../shell/pwa/InstallGuide.tsx'
import { phoneQuery, useMediaQuery } from '../../shell/useMediaQuery.ts'
import { useSubmit } from '../../shell/useSubmit.ts'
import { Button, Link } from '../../ui/Button.tsx'
import { ShareButton } from '../../ui/CopyLine.tsx'
import { FailureNote } from '../../ui/Notes.tsx'
import { createWalletLink, listPhoneWallets } from '../../wallet/data.ts'
import type { PanelProps } from '../editor/draft.ts'
import { AddressChoice, type TypedAddress } from './AddressChoice.tsx'
import { useNewestEntry } from './newest-entry.ts'

type Props = { card: ListedCard; save: PanelProps['save']; onClose: () => void; onDone: () => void }

/** The last of the first steps: the code fills the screen, and a message sent to oneself shows that the card works. */
export function ScanStep({ card, save, onClose, onDone }: Props) {
  const id = useId()
  const isPhone = useMediaQuery(phoneQuery)
  const typed = useRef<TypedAddress>(null)
  const done = async () => {
    if (await (typed.current?.save() ?? true)) onDone()
  }
  return (
    <section className="scan-step" aria-labelledby={id}>
      <div className="scan-code">
        <Plate card={card} />
        <AddressChoice card={card} typed={typed} />
      </div>
      <div className="scan-act">
        <h3 id={id} tabIndex={-1} data-initial-focus>
          {card.state === 'live' ? t('Your card is live') : t('Your card is not public yet')}
        </h3>
        <LiveTest card={card} save={save} onClose={onClose} />
        {isPhone ? (
          <PhoneActions card={card} onDone={() => void done()} />
        ) : (
          <ComputerActions card={card} onDone={() => void done()} />
        )}
      </div>
    </section>
  )
}

/** White in every theme, with the owner above the code. */
function Plate({ card }: { card: ListedCard }) {
  const { name, title, company, profilePicture } = card
  return (
    <div className="scan-plate">
      <div className="scan-owner">
        {profilePicture ? (
          <img src={profilePicture} alt="" width={40} height={40} />
        ) : (
          <span aria-hidden="true">{initials(name)}</span>
        )}
        <p dir="auto">
          <b>{name ?? card.slug}</b>
          <span>{[title, company].filter(Boolean).join(', ')}</span>
        </p>
      </div>
      <QrCode text={qrLink(product.origin, card.slug)} size={200} label={t('QR code')} />
    </div>
  )
}

const pollMs = 3000

/** Waits for the first message, and links to it. */
function LiveTest({ card, save, onClose }: Omit<Props, 'onDone'>) {
  const entry = useNewestEntry(card.id, pollMs)
  const hasForm = card.formConfig.fields.length > 0
  if (entry)
    return (
      <div className="scan-test" data-arrived role="status">
        <Icon name="ok" size={24} />
        <p>
          <b dir="auto">
            {entry.formData.name
              ? t('{name} sent details', { name: entry.formData.name })
              : t('Somebody sent details')}
          </b>
          <span>{t('This is what a message looks like.')}</span>
        </p>
        <Link
          className="button"
          data-kind="secondary"
          to={`/inbox/${card.id}?entry=${entry.id}`}
          onClick={onClose}
        >
          {t('Open')}
        </Link>
      </div>
    )
  if (card.state !== 'live') return <Hint text={t('Save it in the editor to publish it.')} />
  if (!hasForm)
    return (
      <Hint text={t('Let visitors send you their details.')}>
        <Button
          onClick={() =>
            void save({ formConfig: { ...card.formConfig, fields: defaultForm.fields } })
          }
        >
          {t('Show the form')}
        </Button>
      </Hint>
    )
  return (
    <div className="scan-test" role="status">
      <i aria-hidden="true" />
      <p>
        <b>{t('Scan, send yourself your details, watch them arrive')}</b>
        <span>{t('Waiting for the first message...')}</span>
      </p>
    </div>
  )
}

function Hint({ text, children }: { text: string; children?: ReactNode }) {
  return (
    <div className="scan-test">
      <Icon name="info" size={24} />
      <p>{text}</p>
      {children}
    </div>
  )
}

function Share({ card, kind }: { card: ListedCard; kind: 'primary' | 'secondary' }) {
  const link = product.origin + viewPath(card.slug)
  return <ShareButton kind={kind} size="large" title={card.name ?? card.slug} link={link} />
}

function PhoneActions({ card, onDone }: Pick<Props, 'card' | 'onDone'>) {
  const addToHomeScreen = useAddToHomeScreen()
  const canShare = 'share' in navigator
  return (
    <>
      <div className="scan-actions">
        <Share card={card} kind="primary" />
        {addToHomeScreen && (
          <Button size="large" icon="phone-device" onClick={addToHomeScreen}>
            {t('Add to Home Screen')}
          </Button>
        )}
        <WalletButtons cardId={card.id} />
      </div>
      <div className="scan-end">
        {card.state === 'live' && card.formConfig.fields.length > 0 && (
          <a
            className="button"
            data-kind="ghost"
            href={`${viewPath(card.slug)}#exchange`}
            target="_blank"
            rel="noopener"
          >
            {t('No second phone?')}
          </a>
        )}
        <Button kind={canShare ? 'ghost' : 'primary'} onClick={onDone}>
          {t('Done')}
        </Button>
      </div>
    </>
  )
}

/** Adds the card to the wallet of this phone; nothing if the installation offers no passes. */
function WalletButtons({ cardId }: { cardId: number }) {
  const { attempt, busy, failure } = useSubmit(walletFailed)
  return (
    <>
      {listPhoneWallets().map((wallet) => (
        <Button
          key={wallet}
          size="large"
          icon="wallet"
          busy={busy && t('Creating...')}
          onClick={() =>
            void attempt(async () => location.assign((await createWalletLink(cardId, wallet)).url))
          }
        >
          {t('Add to {wallet}', { wallet: walletNames[wallet] })}
        </Button>
      ))}
      <FailureNote title={walletFailed} message={failure} />
    </>
  )
}

const walletFailed = t('The pass could not be created')

function ComputerActions({ card, onDone }: Pick<Props, 'card' | 'onDone'>) {
  return (
    <>
      <ol className="scan-how">
        <li>
          <b>{t('Open it on your phone')}</b>
          <span>{t('Point the camera at the code.')}</span>
        </li>
        <li>
          <b>{t('Send yourself your details')}</b>
          <span>{t('Select Exchange contact, and enter your name and email.')}</span>
        </li>
        <li>
          <b>{t('Watch them arrive')}</b>
          <span>{t('The message appears above a few seconds later.')}</span>
        </li>
      </ol>
      <div className="scan-actions">
        <Button kind="primary" size="large" onClick={onDone}>
          {t('Go to Dashboard')}
        </Button>
        <Share card={card} kind="secondary" />
      </div>
    </>
  )
}
