import { useId } from 'react'
import useSWR from 'swr'
import { Icon } from '../../../../card/icons/Icon.tsx'
import { slugChangeError } from '../../../../schema/access.ts'
import type { Card } from '../../../../schema/card.ts'
import { type CardState, cardStates } from '../../../../schema/card-fields.ts'
import { viewPath } from '../../../../schema/screens.ts'
import { Slug, SlugAnswer } from '../../../../schema/slug.ts'
import { request } from '../../../api.ts'
import { product } from '../../../product.ts'
import { CopyLine } from '../../../ui/CopyLine.tsx'
import { Note } from '../../../ui/Notes.tsx'
import { Spinner } from '../../../ui/Spinner.tsx'
import { TextField } from '../../../ui/TextField.tsx'
import { useDebouncedValue } from '../../../ui/useDebouncedValue.ts'
import type { PanelProps } from '../draft.ts'
import { PanelSection } from './PanelSection.tsx'

/** The card's slug and publish state. */
export function SlugPanel(props: PanelProps) {
  return (
    <>
      <PanelSection title="Card URL" text="Your QR code opens this link.">
        <SlugField {...props} />
      </PanelSection>
      <PanelSection title="Who can see it" text="Takes effect when you save.">
        <StateChoice state={props.draft.state} onChange={(state) => props.change({ state })} />
      </PanelSection>
    </>
  )
}

function SlugField({ user, card, draft, change, errors }: PanelProps) {
  const lockedError = slugChangeError(user, card)
  if (lockedError)
    return (
      <>
        <CopyLine link={product.origin + viewPath(card.slug)} />
        <Note kind="warn">{lockedError}.</Note>
      </>
    )
  return (
    <>
      <TextField
        label="Slug"
        hint="3 to 60 letters, digits and hyphens"
        prefix={`${product.origin.replace(/^https?:\/\//, '')}${viewPath('')}`}
        autoCapitalize="none"
        autoComplete="off"
        spellCheck={false}
        value={draft.slug}
        error={errors.slug ?? slugError(draft.slug)}
        onChange={(slug) => change({ slug: slug.toLowerCase().trimStart().replace(/\s/g, '-') })}
      />
      <SlugStatus slug={draft.slug} card={card} />
    </>
  )
}

/** Validates the syntax of a slug; availability is checked by the server. */
function slugError(slug: string): string | undefined {
  return Slug.safeParse(slug).error?.issues[0]?.message
}

/** Shows whether the typed slug is available, debounced. */
export function SlugStatus({ slug, card }: { slug: string; card: Card }) {
  const candidate = slugError(slug) || slug === card.slug ? undefined : slug
  const debounced = useDebouncedValue(candidate, 300)
  const { answer, error } = useSlugAvailability(debounced, card.id)
  return (
    <div className="slug-status" role="status">
      {candidate && debounced === candidate && answer && !answer.available && (
        <p className="field-error">
          <Icon name="alert" size={16} />
          {answer.reason}
        </p>
      )}
      {candidate && debounced === candidate && answer?.available && (
        <>
          <p className="slug-free">
            <Icon name="ok" size={16} />
            {viewPath(slug)} is available
          </p>
          <p className="field-hint">
            After you save, the old link {viewPath(card.slug)} redirects to the new one.
          </p>
        </>
      )}
      {candidate && (debounced !== candidate || !answer) && <CheckingStatus failed={!!error} />}
    </div>
  )
}

function CheckingStatus({ failed }: { failed: boolean }) {
  if (failed)
    return (
      <p className="field-hint">
        Availability could not be checked. It is checked again when you save.
      </p>
    )
  return (
    <p className="field-hint slug-wait">
      <Spinner /> Checking...
    </p>
  )
}

/** Choice of the publish state, each with its effect for visitors. */
function StateChoice({
  state,
  onChange,
}: {
  state: CardState
  onChange: (state: CardState) => void
}) {
  const name = useId()
  return (
    <fieldset className="stack state-choice">
      <legend className="hidden-text">Who can see it</legend>
      {cardStates.map((value) => (
        <label key={value} data-chosen={value === state || undefined}>
          <input
            type="radio"
            name={name}
            value={value}
            checked={value === state}
            onChange={() => onChange(value)}
            aria-describedby={`${name}-${value}`}
          />
          <span>
            <strong>{stateTexts[value].title}</strong>
            <span className="field-hint" id={`${name}-${value}`}>
              {stateTexts[value].text}
            </span>
          </span>
        </label>
      ))}
    </fieldset>
  )
}

const stateTexts: Record<CardState, { title: string; text: string }> = {
  draft: {
    title: 'Draft',
    text: 'Hidden from visitors. Only you can open the card.',
  },
  live: {
    title: 'Live',
    text: 'Anyone with the link or the QR code can see the card.',
  },
  paused: {
    title: 'Paused',
    text: "Visitors see your name and a short note. They can't save the contact.",
  },
}

/** Whether the card can use this slug; fetches nothing without one. */
function useSlugAvailability(slug: string | undefined, cardId: number) {
  const key = slug && `/api/slugs/${encodeURIComponent(slug)}?cardId=${cardId}`
  const { data, error } = useSWR(key, (path) => request(`GET ${path}`, SlugAnswer))
  return { answer: data, error }
}
