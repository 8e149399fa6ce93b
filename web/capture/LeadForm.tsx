import { type ComponentProps, type FormEvent, useRef, useState } from 'react'
import { Icon } from '../../card/icons/Icon.tsx'
import type { LeadRating } from '../../schema/inbox/lead.ts'
import { t, tIn } from '../messages/t.ts'
import { Button } from '../ui/Button.tsx'
import { SelectField, TextField } from '../ui/Fields.tsx'
import { SegmentedControl } from '../ui/SegmentedControl.tsx'
import type { BoothCard } from './booth.ts'
import {
  type DraftError,
  type FieldName,
  isEmpty,
  type LeadDraft,
  type Place,
} from './lead-draft.ts'

type PlaceProps = {
  cards: BoothCard[]
  card: BoothCard
  place: Place
  onChange: (place: Place) => void
}

type Props = {
  draft: LeadDraft
  questions: string[]
  consent: string
  error: DraftError | undefined
  /** True while a picture is being read: the lead cannot be saved until it is. */
  reading: boolean
  onChange: (draft: LeadDraft) => void
  /** Resolves to whether the lead was saved and the form is empty. */
  onSave: () => Promise<boolean>
  onClear: () => void
}

type FieldProps = Omit<ComponentProps<typeof TextField>, 'value' | 'onChange'>

const fields: Record<FieldName, FieldProps> = {
  name: { label: t('Name'), autoCapitalize: 'words' },
  company: { label: t('Company'), autoCapitalize: 'words' },
  title: { label: t('Title') },
  email: {
    ...{ label: t('Email'), type: 'email', inputMode: 'email' },
    ...{ autoCapitalize: 'none', spellCheck: false },
  },
  phone: { label: t('Phone'), type: 'tel', inputMode: 'tel' },
  mobile: { label: t('Mobile'), type: 'tel', inputMode: 'tel' },
  website: {
    ...{ label: t('Website'), inputMode: 'url', autoCapitalize: 'none', spellCheck: false },
  },
  address: { label: t('Address'), multiline: 3 },
  code: { label: t('Badge'), hint: t('What the badge says, such as a registration number') },
}
const first: FieldName[] = ['name', 'company', 'title', 'email', 'phone']
const more: FieldName[] = ['mobile', 'website', 'address', 'code']

/** The form for a lead. Only something that identifies the person is required. */
export function LeadForm({ draft, questions, consent, error, reading, ...on }: Props) {
  const { onChange, onSave, onClear } = on
  const form = useRef<HTMLFormElement>(null)
  const save = async (event: FormEvent) => {
    event.preventDefault()
    const saved = await onSave()
    const next = form.current?.querySelector<HTMLElement>(saved ? 'input' : '[aria-invalid]')
    if (saved) scrollTo(0, 0)
    next?.focus({ preventScroll: saved })
  }
  const field = (name: FieldName) => (
    <TextField
      key={name}
      {...fields[name]}
      autoComplete="off"
      error={error?.field === name ? error.message : undefined}
      value={draft.answers[name]}
      onChange={(text) => onChange({ ...draft, answers: { ...draft.answers, [name]: text } })}
    />
  )
  const isOpen = more.some((name) => draft.answers[name] !== '')
  return (
    <form className="capture-form" ref={form} noValidate onSubmit={(event) => void save(event)}>
      <div className="capture-fields">{first.map(field)}</div>
      <details className="capture-more" open={isOpen || undefined}>
        <summary>{t('More fields')}</summary>
        <div className="capture-fields">{more.map(field)}</div>
      </details>
      <Questions {...{ draft, questions, error, onChange }} />
      <Rating draft={draft} onChange={onChange} />
      <TextField
        label={t('Note')}
        multiline={3}
        error={error?.field === 'note' ? error.message : undefined}
        value={draft.note}
        onChange={(note) => onChange({ ...draft, note })}
      />
      <Consent {...{ draft, consent, onChange }} />
      <div className="capture-actions">
        <Button type="submit" kind="primary" size="large" busy={reading && t('Reading...')}>
          {t('Save lead')}
        </Button>
        {!isEmpty(draft) && (
          <Button kind="ghost" size="large" onClick={onClear}>
            {t('Clear')}
          </Button>
        )}
      </div>
    </form>
  )
}

type PartProps = Pick<Props, 'draft' | 'onChange'>

/** The current questions, and answered questions of another event. */
function Questions({
  draft,
  questions,
  error,
  onChange,
}: PartProps & Pick<Props, 'questions' | 'error'>) {
  const answered = Object.keys(draft.questions).filter(
    (question) => draft.questions[question] && !questions.includes(question),
  )
  return [...questions, ...answered].map((question) => (
    <TextField
      key={question}
      label={<bdi>{question}</bdi>}
      autoComplete="off"
      error={error?.field === 'questions' ? error.message : undefined}
      value={draft.questions[question] ?? ''}
      onChange={(text) =>
        onChange({ ...draft, questions: { ...draft.questions, [question]: text } })
      }
    />
  ))
}

const ratings = [
  { value: 'none', label: tIn('lead', 'Not rated') },
  { value: 'hot', label: tIn('lead', 'Hot') },
  { value: 'warm', label: tIn('lead', 'Warm') },
  { value: 'cold', label: tIn('lead', 'Cold') },
] as const satisfies { value: LeadRating | 'none'; label: string }[]

function Rating({ draft, onChange }: PartProps) {
  return (
    <SegmentedControl
      label={t('Rating')}
      options={ratings}
      value={draft.rating ?? 'none'}
      onChange={(rating) => onChange({ ...draft, rating: rating === 'none' ? null : rating })}
    />
  )
}

/** Keeps the sentence that the person agreed to, even if the card's form changes later. */
function Consent({ draft, consent, onChange }: PartProps & Pick<Props, 'consent'>) {
  return (
    <label className="capture-consent">
      <input
        type="checkbox"
        checked={draft.consent !== null}
        onChange={({ target }) => onChange({ ...draft, consent: target.checked ? consent : null })}
      />
      <span>
        {t('The person agrees:')} <q dir="auto">{draft.consent ?? consent}</q>
      </span>
    </label>
  )
}

/** Selects the card, and its event and share point if it has any; folded to a summary. */
export function PlaceFields({ cards, card, place, onChange }: PlaceProps) {
  const [open, setOpen] = useState(false)
  const event = card.form.events.find(({ id }) => id === place.eventId)
  const point = card.points.find(({ code }) => code === place.source)
  const summary = [card.name, event?.name, point?.label].filter(Boolean).join(' · ')
  return (
    <section className="panel capture-place" aria-label={t('Where you are')}>
      <div className="row">
        <p dir="auto">{summary}</p>
        <Button size="small" aria-expanded={open} onClick={() => setOpen(!open)}>
          <Icon name={open ? 'check' : 'edit'} size={16} />
          {open ? t('Done') : t('Change')}
        </Button>
      </div>
      {open && <OpenFields {...{ cards, card, place, onChange }} />}
    </section>
  )
}

function OpenFields({ cards, card, place, onChange }: PlaceProps) {
  const { events } = card.form
  return (
    <div className="stack" data-gap="4">
      {cards.length > 1 && (
        <SelectField
          label={t('Card')}
          value={`${card.id}`}
          options={cards.map(({ id, name }) => ({ value: `${id}`, label: name }))}
          onChange={(id) => onChange({ ...place, cardId: Number(id), source: null })}
        />
      )}
      {events.length > 0 && (
        <SelectField
          label={t('Event')}
          value={`${place.eventId ?? ''}`}
          options={[
            { value: '', label: t('None') },
            ...events.map(({ id, name }) => ({ value: `${id}`, label: name })),
          ]}
          onChange={(id) => onChange({ ...place, eventId: Number(id) || null })}
        />
      )}
      {card.points.length > 0 && (
        <SelectField
          label={t('Share point')}
          value={place.source ?? ''}
          options={[
            { value: '', label: t('None') },
            ...card.points.map(({ code, label }) => ({ value: code, label })),
          ]}
          onChange={(code) => onChange({ ...place, source: code || null })}
        />
      )}
      {cards.length < 2 && events.length + card.points.length === 0 && (
        <p className="muted">{t('This card has no current events or share points.')}</p>
      )}
    </div>
  )
}
