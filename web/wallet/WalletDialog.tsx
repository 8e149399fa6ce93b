import { QrCode } from '../../card/qr/QrCode.tsx'
import { type Wallet, walletNames } from '../../schema/wallet/wallet.ts'
import { t } from '../messages/t.ts'
import { Dialog, DoneFoot } from '../ui/Dialog.tsx'

/** Shows a code that adds the card to the wallet of the phone that scans it. */
export function WalletDialog({
  wallet,
  url,
  onClose,
}: {
  wallet: Wallet
  url: string
  onClose: () => void
}) {
  return (
    <Dialog
      onClose={onClose}
      title={t('Add to {wallet}', { wallet: walletNames[wallet] })}
      width="narrow"
    >
      <div className="dialog-body">
        <p className="dialog-text">
          {wallet === 'apple'
            ? t('Scan this code with the camera of your iPhone, and tap Add.')
            : t('Scan this code with your Android phone, and tap Add.')}
        </p>
        <div className="qr-plate">
          <QrCode text={url} size={200} label={t('QR Code')} />
        </div>
        <p className="field-hint">
          {t("It works for 15 minutes. Don't show it to anyone: it is for your own phone.")}
        </p>
      </div>
      <DoneFoot onClose={onClose}>
        {opensHere(wallet) && (
          <a className="button" data-kind="secondary" href={url} target="_blank" rel="noopener">
            {t('Open on this computer')}
          </a>
        )}
      </DoneFoot>
    </Dialog>
  )
}

/** Whether a computer can open the link: Google's is a web page, and a Mac passes Apple's pass on to the iPhone. */
function opensHere(wallet: Wallet): boolean {
  return wallet === 'google' || /Macintosh/.test(navigator.userAgent)
}
