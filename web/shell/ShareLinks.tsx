import { type ReactNode, useRef, useState } from 'react'
import { type NewShare, type Share, shareDays } from '../../schema/analytics/account-report.ts'
import { createShare, revokeShare, useShares } from '../analytics/account-data.ts'
import { locale } from '../messages/language.ts'
import { Trans } from '../messages/Trans.tsx'
import { t } from '../messages/t.ts'
import { product } from '../product.ts'
import { Button } from '../ui/Button.tsx'
import { CopyLine } from '../ui/CopyLine.tsx'
import { Dialog } from '../ui/Dialog.tsx'
import { formatTimeInSentence } from '../ui/format.ts'
import { FailureNote } from '../ui/Notes.tsx'
import { SegmentedControl } from '../ui/SegmentedControl.tsx'
import { toast } from '../ui/toasts.ts'
import { ErrorPanel } from './ErrorPanel.tsx'
import { useSubmit } from './useSubmit.ts'

/** Creates links that show something to anyone until they expire, and lists the active ones. */
export function ShareLinkDialog({
  title,
  text,
  linkName,
  share,
  children,
  onClose,
  ...listed
}: Listed & {
  title: string
  /** What the link shows. */
  text: string
  linkName: string
  /** What to share; the dialog adds for how long. */
  share: Omit<NewShare, 'days'>
  /** The fields that choose what to share. */
  children?: ReactNode
  onClose: () => void
}) {
  const [days, setDays] = useState<NewShare['days']>(7)
  const [made, setMade] = useState<{ link: string; until: string }>()
  const { attempt, busy, failure } = useSubmit(t('Failed to create link'))
  const make = () =>
    void attempt(async () => {
      const { path = '', expiresAt } = await createShare({ ...share, days })
      setMade({ link: (product.origin || window.location.origin) + path, until: expiresAt })
    })
  return (
    <Dialog title={title} onClose={onClose}>
      <div className="dialog-body share-dialog">
        <p className="dialog-text">{text}</p>
        {children}
        <SegmentedControl
          label={t('Link expires after')}
          value={String(days)}
          options={shareDays.map((value) => ({
            value: String(value),
            label: dayFormat.format(value),
          }))}
          onChange={(value) => setDays(shareDays.find((one) => String(one) === value) ?? 7)}
        />
        <Button kind="primary" busy={busy && t('Creating link...')} onClick={make}>
          {t('Create link')}
        </Button>
        <FailureNote title={t('Failed to create link')} message={failure} />
        <div aria-live="polite">{made && <MadeLink {...made} name={linkName} />}</div>
        <ShareLinks {...listed} />
      </div>
    </Dialog>
  )
}

const dayFormat = new Intl.NumberFormat(locale, { style: 'unit', unit: 'day', unitDisplay: 'long' })

function MadeLink({ link, until, name }: { link: string; until: string; name: string }) {
  return (
    <>
      <CopyLine link={link} name={name} />
      <p className="field-hint">
        {t("Copy it now. It won't be shown again. It works until {time}.", {
          time: formatTimeInSentence(until),
        })}
      </p>
    </>
  )
}

type Listed = {
  isShown: (share: Share) => boolean
  nameOf: (share: Share) => string
  /** Text before the end, such as the timeframe. */
  textOf?: (share: Share) => string
}

/** The user's active links among those to show, each with a revoke button. */
function ShareLinks({ isShown, nameOf, textOf }: Listed) {
  const { shares: all, error, revalidate } = useShares()
  const shares = all?.filter(isShown)
  const { attempt, busy, failure } = useSubmit(t('Failed to revoke link'))
  const heading = useRef<HTMLHeadingElement>(null)
  const revoke = (share: Share) =>
    void attempt(async () => {
      await revokeShare(share.id)
      toast(t('Link revoked'), t('It no longer works.'))
      // The row disappears with its button.
      heading.current?.focus()
    })
  return (
    <section className="stack share-list" aria-labelledby="shares-heading">
      <h3 id="shares-heading" ref={heading} tabIndex={-1}>
        {t('Active links')}
      </h3>
      <FailureNote title={t('Failed to revoke link')} message={failure} />
      {!shares && error && (
        <ErrorPanel
          title={t('Your links could not be loaded')}
          error={error}
          onRetry={revalidate}
        />
      )}
      {!shares && !error && (
        <div className="skeleton skeleton-row" role="status" aria-busy="true" />
      )}
      {shares?.length === 0 && (
        <p className="field-hint">
          {t('No active links. Links you create are listed here until they expire.')}
        </p>
      )}
      {shares && shares.length > 0 && (
        <ul>
          {shares.map((share) => (
            <li key={share.id}>
              <div>
                <strong>{nameOf(share)}</strong>
                <p className="field-hint">
                  {textOf ? t('{text}, until', { text: textOf(share) }) : t('Until')}{' '}
                  {formatTimeInSentence(share.expiresAt)}
                </p>
              </div>
              <Button
                size="small"
                aria-disabled={busy || undefined}
                onClick={busy ? undefined : () => revoke(share)}
              >
                <Trans id="Revoke<span> {name}</span>" values={{ name: nameOf(share) }} />
              </Button>
            </li>
          ))}
        </ul>
      )}
    </section>
  )
}
