import { useMemo, useState } from 'react'
import {
  type ContactProblem,
  contactProblems,
  contactProblemsOf,
} from '../../card/contact/check.ts'
import type { ListedCard } from '../../schema/cards/card.ts'
import { publicView } from '../../schema/cards/reveal.ts'
import { viewPath } from '../../schema/screens.ts'
import { locale } from '../messages/language.ts'
import { Trans } from '../messages/Trans.tsx'
import { t } from '../messages/t.ts'
import { ErrorPanel } from '../shell/ErrorPanel.tsx'
import { Button, LinkButton } from '../ui/Button.tsx'
import { SelectField } from '../ui/Fields.tsx'
import { EmptyState } from '../ui/Notes.tsx'
import { useAllCards } from './data.ts'

const problemLabels: Record<ContactProblem, string> = {
  name: t('No name'),
  reach: t('No phone, email or link'),
  phone: t('Phone number needs a fix'),
  email: t('Email address needs a fix'),
  photo: t('No photo'),
}

type ProblemCard = { card: ListedCard; problems: ContactProblem[] }

/** The public cards at or below the user's level whose contact is incomplete or wrong, each with a link to its editor. */
export function ProblemCards() {
  const { cards, error, revalidate } = useAllCards()
  const found = useMemo(() => cards && problemCards(cards), [cards])
  if (error && !found)
    return <ErrorPanel title={t('Error loading cards')} error={error} onRetry={revalidate} />
  if (!found) return <p role="status">{t('Loading cards...')}</p>
  if (found.length === 0)
    return <EmptyState icon="check" title={t('No problems found')} text={nothingToFix} />
  return <ProblemList found={found} />
}

const nothingToFix = t(
  'Every public card has a name, a photo, and a phone, email or link that works.',
)

function problemCards(cards: ListedCard[]): ProblemCard[] {
  return cards
    .filter(({ state }) => state === 'live' || state === 'paused')
    .map((card) => ({ card, problems: contactProblemsOf(publicView(card)) }))
    .filter(({ problems }) => problems.length > 0)
}

const pageSize = 100

function ProblemList({ found }: { found: ProblemCard[] }) {
  const [problem, setProblem] = useState<ContactProblem | ''>('')
  const [most, setMost] = useState(pageSize)
  const listed = problem ? found.filter(({ problems }) => problems.includes(problem)) : found
  return (
    <div className="stack" data-gap="4">
      <SelectField
        label={t('Show')}
        options={filterOptions(found)}
        value={problem}
        onChange={(value) => {
          setProblem(value)
          setMost(pageSize)
        }}
      />
      <ul className="panel problem-cards">
        {listed.slice(0, most).map(({ card, problems }) => (
          <ProblemLine key={card.id} card={card} problems={problems} />
        ))}
      </ul>
      {listed.length > most && (
        <Button onClick={() => setMost(most + pageSize)}>
          {t('Show more ({count})', { count: (listed.length - most).toLocaleString(locale) })}
        </Button>
      )}
    </div>
  )
}

function filterOptions(found: ProblemCard[]): { value: ContactProblem | ''; label: string }[] {
  const counted = (label: string, count: number) => `${label} (${count.toLocaleString(locale)})`
  const options = contactProblems.flatMap((value) => {
    const count = found.filter(({ problems }) => problems.includes(value)).length
    return count > 0 ? [{ value, label: counted(problemLabels[value], count) }] : []
  })
  return [{ value: '', label: counted(t('All problems'), found.length) }, ...options]
}

function ProblemLine({ card, problems }: ProblemCard) {
  const name = card.name ?? card.slug
  return (
    <li>
      <span className="user-card-name">
        <strong dir="auto">{name}</strong>
        <small>
          {viewPath(card.slug)}
          {card.username && <bdi> · {card.username}</bdi>}
        </small>
      </span>
      <span className="problem-badges">
        {problems.map((problem) => (
          <span key={problem} className="badge" data-kind={problem === 'photo' ? undefined : 'bad'}>
            {problemLabels[problem]}
          </span>
        ))}
      </span>
      <LinkButton to={`/editor/${card.id}`} size="small">
        <Trans id="Edit<span> {name}</span>" values={{ name }} />
      </LinkButton>
    </li>
  )
}
