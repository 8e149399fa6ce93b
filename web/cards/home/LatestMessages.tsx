import { Icon } from '../../../card/icons/Icon.tsx'
import { type Submission, submitterName } from '../../../schema/inbox/inbox.ts'
import { useLatestEntries } from '../../inbox/data.ts'
import { locale } from '../../messages/language.ts'
import { Trans } from '../../messages/Trans.tsx'
import { t } from '../../messages/t.ts'
import { ErrorPanel } from '../../shell/ErrorPanel.tsx'
import { useRetry } from '../../shell/useRetry.ts'
import { Button, Link, LinkButton } from '../../ui/Button.tsx'
import { MessageRows, MessagesPanel, useMessageCount } from '../dashboard/placeholders.tsx'

type Props = { userId: number; inbox: string; expected: number; onShare: () => void }

/** The five newest messages of all own cards. `inbox` is the path of all of them, `expected` the number of rows while they load. */
export function LatestMessages({ userId, inbox, expected, onShare }: Props) {
  const { page, error, revalidate } = useLatestEntries()
  const { retrying, retry } = useRetry(revalidate)
  useMessageCount(userId, page?.entries.length)
  if (!page && error && !retrying)
    return (
      <MessagesPanel inbox={inbox}>
        <ErrorPanel title={t('Error loading messages')} error={error} onRetry={retry} />
      </MessagesPanel>
    )
  if (!page)
    return (
      <MessagesPanel inbox={inbox}>
        <MessageRows count={expected} />
      </MessagesPanel>
    )
  if (page.entries.length === 0)
    return (
      <MessagesPanel inbox={inbox}>
        <div className="no-messages">
          <p>{t('No messages yet.')}</p>
          <Button onClick={onShare} icon="qr">
            {t('Share your code')}
          </Button>
        </div>
      </MessagesPanel>
    )
  return (
    <MessagesPanel inbox={inbox} badge={<UnreadBadge count={page.counts.new} />}>
      <ul>
        {page.entries.map((entry) => (
          <Message key={entry.id} entry={entry} />
        ))}
      </ul>
    </MessagesPanel>
  )
}

function UnreadBadge({ count }: { count: number }) {
  if (count === 0) return null
  return (
    <span className="badge" data-kind="info">
      {t('{count} new', { count })}
    </span>
  )
}

function Message({ entry }: { entry: Submission }) {
  const name = entry.withdrawnAt ? t('Deleted by the visitor') : submitterName(entry.formData)
  const to = `/inbox/${entry.cardId}?entry=${entry.id}`
  const isNew = entry.status === 'new'
  return (
    <li className="message" data-new={isNew || undefined}>
      <Link to={to}>
        <strong className="clipped" dir="auto">
          {name}
        </strong>
        <time dateTime={entry.timestamp}>{shortTime(entry.timestamp)}</time>
        <span className="clipped" dir="auto">
          {firstWords(entry)}
        </span>
        {isNew && <span className="hidden-text">{t('new')}</span>}
      </Link>
      {entry.status === 'done' ? (
        <span className="message-answered">
          <Icon name="check" size={16} />
          {t('Done')}
        </span>
      ) : (
        canReply(entry) && (
          <LinkButton to={to} size="small">
            <Icon name="reply" size={16} />
            <Trans id="Reply<span> to {name}</span>" values={{ name }} />
          </LinkButton>
        )
      )}
    </li>
  )
}

function canReply({ formData, withdrawnAt }: Submission): boolean {
  return !withdrawnAt && Boolean(formData.email || formData.phone)
}

/** What the person wrote, on one line; else what they sent. */
function firstWords({ formData, withdrawnAt, capturedAt }: Submission): string {
  if (withdrawnAt) return ''
  const { message, question1, question2 } = formData
  const written = message || question1 || question2
  if (written) return written.replace(/\s+/g, ' ')
  return capturedAt ? '' : t('Sent contact details.')
}

const dayMs = 24 * 60 * 60_000

/** `09:59` today, `Tue` within a week, else `18 Nov`. */
function shortTime(iso: string, now = new Date()): string {
  const date = new Date(iso)
  if (date.toDateString() === now.toDateString())
    return date.toLocaleTimeString(locale, { timeStyle: 'short' })
  const isRecent = now.getTime() - date.getTime() < 6 * dayMs
  return date.toLocaleDateString(
    locale,
    isRecent ? { weekday: 'short' } : { day: 'numeric', month: 'short' },
  )
}
