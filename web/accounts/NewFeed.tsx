import { useState } from 'react'
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
import { FailureNote } from '../ui/Notes.tsx'
import { createFeed } from './data/feeds.ts'

export const kindNames: Record<FeedKind, string> = {
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

/** Creates a feed and shows its addresses once. */
export function NewFeedForm({
  made,
  onMade,
}: {
  made: Feed | undefined
  onMade: (feed: Feed) => void
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
      onMade(await createFeed({ name, ...chosen }))
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
      {made?.address && <Addresses feed={made} address={made.address} />}
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
          components={{ strong: <strong /> }}
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
