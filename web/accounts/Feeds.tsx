import { useState } from 'react'
import { Icon } from '../../card/icons/Icon.tsx'
import type { Feed } from '../../schema/feeds/feed.ts'
import { useCards } from '../cards/data.ts'
import { Trans } from '../messages/Trans.tsx'
import { t } from '../messages/t.ts'
import { formatTimeInSentence } from '../ui/format.ts'
import { revokeFeed, useFeeds } from './data/feeds.ts'
import { ListPlaceholder } from './ListPlaceholder.tsx'
import { kindNames, NewFeedForm } from './NewFeed.tsx'
import { RevokeButton, RevokeDialog } from './Revoke.tsx'

/** The user's feeds: create, show the address once, revoke. */
export function FeedsTab() {
  const { feeds, error, revalidate } = useFeeds()
  const [asked, setAsked] = useState<Feed>()
  const [made, setMade] = useState<Feed>()
  return (
    <div className="stack account-parts" data-gap="5">
      <section className="panel stack account-panel" data-gap="3" aria-labelledby="feed-heading">
        <h2 id="feed-heading">{t('New feed')}</h2>
        <p>
          {t(
            'A feed is a secret address that a spreadsheet or program reads again and again: Google Sheets, Excel, Power BI, n8n. Whoever has the address can read it, without signing in.',
          )}
        </p>
        <NewFeedForm made={made} onMade={setMade} />
      </section>
      <section className="panel stack account-panel" data-gap="3" aria-labelledby="feeds-heading">
        <h2 id="feeds-heading">{t('Your feeds')}</h2>
        {feeds && feeds.length > 0 && (
          <ul className="stack session-list">
            {feeds.map((feed) => (
              <FeedRow key={feed.id} feed={feed} onRevoke={() => setAsked(feed)} />
            ))}
          </ul>
        )}
        {feeds?.length === 0 && <p>{t('You have no feeds yet.')}</p>}
        {!feeds && <ListPlaceholder of="feeds" error={error} onRetry={revalidate} />}
      </section>
      {asked && (
        <RevokeDialog
          name={asked.name}
          title={t('Revoke this feed?')}
          text={t("Anything that reads “{name}” will get an error. This can't be undone.", {
            name: asked.name,
          })}
          failed={t('Failed to revoke feed')}
          done={t('Feed revoked')}
          revoke={() => revokeFeed(asked.id)}
          onClose={() => setAsked(undefined)}
          onDone={() => {
            setAsked(undefined)
            if (made?.id === asked.id) setMade(undefined)
          }}
        />
      )}
    </div>
  )
}

function FeedRow({ feed, onRevoke }: { feed: Feed; onRevoke: () => void }) {
  const { cards } = useCards()
  const { name, kind, hint, lastReadAt, expiresAt } = feed
  const card = cards?.find(({ id }) => id === feed.card)
  const cardName = card ? card.name || card.slug : cards ? t('a card that is no longer yours') : '…'
  return (
    <li>
      <Icon name="link" />
      <div>
        <strong>{name}</strong>
        <p className="field-hint">
          {kindNames[kind]}, {feed.card === null ? t('All cards') : cardName}
        </p>
        <p className="field-hint">
          <Trans
            id="<code>{hint}…</code> {read}, {expires}"
            values={{
              hint,
              read: lastReadAt
                ? t('last read {time}', { time: formatTimeInSentence(lastReadAt) })
                : t('never read'),
              expires: expiresAt
                ? t('expires {time}', { time: formatTimeInSentence(expiresAt) })
                : t('does not expire'),
            }}
            components={{ code: <code /> }}
          />
        </p>
      </div>
      <RevokeButton name={name} onClick={onRevoke} />
    </li>
  )
}
