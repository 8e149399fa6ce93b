import { useState } from 'react'
import { Icon } from '../../card/icons/Icon.tsx'
import {
  type Feed,
  type FeedKind,
  FeedName,
  feedFiles,
  type NewFeed,
} from '../../schema/feeds/feed.ts'
import { useCards } from '../cards/data.ts'
import { Trans } from '../messages/Trans.tsx'
import { t } from '../messages/t.ts'
import { useSubmit } from '../shell/useSubmit.ts'
import { Button } from '../ui/Button.tsx'
import { CopyLine } from '../ui/CopyLine.tsx'
import { SelectField } from '../ui/Fields.tsx'
import { Field, Form } from '../ui/Form.tsx'
import { formatTimeInSentence } from '../ui/format.ts'
import { FailureNote } from '../ui/Notes.tsx'
import { AccountPanel, ListPlaceholder, RevokeButton, RevokeDialog } from './AccountParts.tsx'
import { createFeed, revokeFeed, useFeeds } from './data/account.ts'

const kindNames: Record<FeedKind, string> = {
  days: t('Figures by day'),
  points: t('Figures by share point'),
  events: t('Events'),
  entries: t('Contacts from your inbox'),
}

const kinds = [
  { value: 'days', label: kindNames.days },
  { value: 'points', label: kindNames.points },
  { value: 'events', label: kindNames.events },
  { value: 'entries', label: kindNames.entries },
] as const

const lifetimes = [
  { value: '30', label: t('In 30 days') },
  { value: '90', label: t('In 90 days') },
  { value: '365', label: t('In a year') },
  { value: 'never', label: t('Never') },
] as const

type Lifetime = (typeof lifetimes)[number]['value']
const daysOf = { '30': 30, '90': 90, '365': 365, never: null } as const

const formats: Record<string, string> = {
  csv: t('CSV, for spreadsheets'),
  ndjson: t('NDJSON, for programs'),
  parquet: t('Parquet, for data analysis'),
  atom: t('Atom, for feed readers'),
  json: t('JSON Feed, for feed readers'),
  ics: t('Follow-ups, for your calendar'),
}

const allCards = 'all'

/** The user's feeds: create, show the address once, revoke. */
export function Feeds() {
  const { feeds, error, revalidate } = useFeeds()
  const [toRevoke, setToRevoke] = useState<Feed>()
  const [created, setCreated] = useState<Feed>()
  return (
    <>
      <AccountPanel id="feed-heading" title={t('New feed')}>
        <p>
          {t(
            'A feed is a secret address that a spreadsheet or program reads again and again: Google Sheets, Excel, Power BI, n8n. Whoever has the address can read it, without signing in.',
          )}
        </p>
        <NewFeedForm created={created} onCreated={setCreated} />
      </AccountPanel>
      <AccountPanel id="feeds-heading" title={t('Your feeds')}>
        {feeds && feeds.length > 0 && (
          <ul className="stack session-list">
            {feeds.map((feed) => (
              <FeedRow key={feed.id} feed={feed} onRevoke={() => setToRevoke(feed)} />
            ))}
          </ul>
        )}
        {feeds?.length === 0 && <p>{t('You have no feeds yet.')}</p>}
        {!feeds && <ListPlaceholder of="feeds" error={error} onRetry={revalidate} />}
      </AccountPanel>
      {toRevoke && (
        <RevokeDialog
          name={toRevoke.name}
          title={t('Revoke this feed?')}
          text={t("Anything that reads “{name}” will get an error. This can't be undone.", {
            name: toRevoke.name,
          })}
          failed={t('Failed to revoke feed')}
          done={t('Feed revoked')}
          revoke={() => revokeFeed(toRevoke.id)}
          onClose={() => setToRevoke(undefined)}
          onDone={() => created?.id === toRevoke.id && setCreated(undefined)}
        />
      )}
    </>
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

/** Creates a feed and shows its addresses once. */
function NewFeedForm({
  created,
  onCreated,
}: {
  created: Feed | undefined
  onCreated: (feed: Feed) => void
}) {
  const { cards = [] } = useCards()
  const { attempt, failure } = useSubmit(t('Failed to create feed'))
  const [kind, setKind] = useState<FeedKind>('days')
  const [card, setCard] = useState(allCards)
  const [lifetime, setLifetime] = useState<Lifetime>('365')
  const cardOptions = [
    { value: allCards, label: t('All cards') },
    ...cards.map(({ id, name, slug }) => ({ value: `${id}`, label: name || slug })),
  ]
  const submit = ({ name }: Pick<NewFeed, 'name'>, _refuse: unknown, empty: () => void) =>
    attempt(async () => {
      const chosen = { kind, card: card === allCards ? null : Number(card), days: daysOf[lifetime] }
      onCreated(await createFeed({ name, ...chosen }))
      empty()
    })
  return (
    <>
      <Form schema={FeedName} defaultValues={{ name: '' }} onSubmit={submit}>
        {(busy) => (
          <>
            <FailureNote title={t('Failed to create feed')} message={failure} />
            <Field
              name="name"
              label={t('Feed name')}
              hint={t("What it's for, e.g. Sales spreadsheet")}
            />
            <SelectField label={t('Contents')} options={kinds} value={kind} onChange={setKind} />
            <SelectField label={t('Cards')} options={cardOptions} value={card} onChange={setCard} />
            <SelectField
              label={t('Expires')}
              options={lifetimes}
              value={lifetime}
              onChange={setLifetime}
            />
            <Button type="submit" busy={busy && t('Creating...')}>
              {t('Create feed')}
            </Button>
          </>
        )}
      </Form>
      {created?.address && <Addresses feed={created} address={created.address} />}
    </>
  )
}

function Addresses({ feed: { name, kind }, address }: { feed: Feed; address: string }) {
  const csv = address + feedFiles[kind][0]
  return (
    <div className="stack new-token" role="status">
      <p>
        <Trans
          id="<strong>{name}</strong>: copy the address now. It won't be shown again."
          values={{ name }}
        />
      </p>
      <div>
        <p className="field-hint">{t('Paste this into Google Sheets')}</p>
        <CopyLine link={`=IMPORTDATA("${csv}")`} what="formula" name={t('Formula')} />
      </div>
      {feedFiles[kind].map((file) => (
        <div key={file}>
          <p className="field-hint">{formats[file.split('.')[1] ?? ''] ?? file}</p>
          <CopyLine link={address + file} name={t('Feed address')} />
        </div>
      ))}
    </div>
  )
}
