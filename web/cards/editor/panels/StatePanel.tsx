import { useId, useState } from 'react'
import { Icon } from '../../../../card/icons/Icon.tsx'
import { PublicCard } from '../../../../schema/cards/card.ts'
import { type CardState, cardStates } from '../../../../schema/cards/card-fields.ts'
import { viewPath } from '../../../../schema/screens.ts'
import { request } from '../../../api.ts'
import { t } from '../../../messages/t.ts'
import { useSubmit } from '../../../shell/useSubmit.ts'
import { Button } from '../../../ui/Button.tsx'
import { SelectField, TextField } from '../../../ui/Fields.tsx'
import { Note } from '../../../ui/Notes.tsx'
import { isUnpublished, useCard, useCards } from '../../data.ts'
import type { PanelProps } from '../draft.ts'
import { PanelSection } from './PanelSection.tsx'

/** Sets who can see the card, and where visitors of a moved card are sent. */
export function StatePanel(props: PanelProps) {
  const { card, draft, change, errors } = props
  const text = isUnpublished(card)
    ? t('Your first save publishes the card.')
    : t('Takes effect when you save.')
  return (
    <PanelSection title={t('Who can see it')} text={text}>
      <StateChoice state={draft.state} onChange={(state) => change({ state })} />
      {(draft.state === 'moved' || draft.state === 'left') && <SuccessorField {...props} />}
      {draft.state === 'left' && (
        <TextField
          label={t('Company page')}
          optional
          type="url"
          inputMode="url"
          placeholder="https://"
          hint={t('Visitors get a link to this page.')}
          value={draft.successorUrl}
          error={errors.successorUrl}
          onChange={(successorUrl) => change({ successorUrl })}
        />
      )}
    </PanelSection>
  )
}

/** Selects the publish state; each option says what visitors see. */
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
      <legend className="hidden-text">{t('Who can see it')}</legend>
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
    title: t('Draft'),
    text: t('Hidden from visitors. Only you and admins can open the card.'),
  },
  live: {
    title: t('Live'),
    text: t('Anyone with the link or the QR code can see the card.'),
  },
  paused: {
    title: t('Paused'),
    text: t("Visitors see your name and a short note. They can't save the contact."),
  },
  moved: {
    title: t('Moved'),
    text: t('The link and all printed codes open another card.'),
  },
  left: {
    title: t('Left'),
    text: t('Visitors see that the card is no longer in use, without any of its details.'),
  },
}

/** Selects the card that takes over: administrators enter its link, others choose one of their own cards. */
function SuccessorField(props: PanelProps) {
  const { user, draft, change, errors } = props
  const isMoved = draft.state === 'moved'
  const label = isMoved ? t('New card') : t("Colleague's card")
  const field = { label, optional: !isMoved, error: errors.successorId }
  return (
    <div className="stack" data-gap="3">
      {draft.successorId && <ChosenCard {...props} id={draft.successorId} />}
      {user.accessLevel >= 4 ? (
        <CardLookup {...field} onFound={(successorId) => change({ successorId })} />
      ) : (
        <OwnCardSelect {...props} {...field} />
      )}
    </div>
  )
}

function ChosenCard({ id, card, draft, change }: PanelProps & { id: number }) {
  const { card: target, error } = useCard(id)
  // An administrator may have chosen a card that this card's owner may not read.
  const shown = target ?? (id === card.successorId ? card.successor : undefined)
  const use = draft.state === 'moved' ? t('Opens') : t('Visitors get a link to')
  if (!shown)
    return error ? <Note kind="warn">{t('The selected card is no longer public.')}</Note> : null
  return (
    <p className="successor">
      <Icon name="link" size={16} />
      <span>
        {use} <bdi>{shown.name ?? shown.slug}</bdi> ({viewPath(shown.slug)})
      </span>
      {draft.state === 'left' && (
        <Button size="small" kind="ghost" onClick={() => change({ successorId: null })}>
          {t('Remove')}
        </Button>
      )}
    </p>
  )
}

type FieldProps = { label: string; optional: boolean; error: string | undefined }

function OwnCardSelect({ card, draft, change, ...field }: PanelProps & FieldProps) {
  const { cards } = useCards()
  const others = cards?.filter(({ id }) => id !== card.id)
  if (others?.length === 0 && !draft.successorId)
    return (
      <Note kind="warn">
        {t("You have no other card. An admin can select a colleague's card here.")}
      </Note>
    )
  const options = [
    { value: '', label: t('Select a card') },
    ...(others ?? []).map(({ id, name, slug }) => ({
      value: String(id),
      label: `${name ?? slug} (${viewPath(slug)})`,
    })),
  ]
  return (
    <SelectField
      {...field}
      options={options}
      value={String(draft.successorId ?? '')}
      onChange={(id) => change({ successorId: id ? Number(id) : null })}
    />
  )
}

/** Finds a live card by its link or slug. */
function CardLookup({ onFound, ...field }: FieldProps & { onFound: (id: number) => void }) {
  const [text, setText] = useState('')
  const { attempt, busy, failure } = useSubmit(t('Card not found'))
  const slug = slugIn(text)
  const find = () =>
    void attempt(async () => {
      const { id } = await request(`/api/card/${encodeURIComponent(slug)}`, PublicCard)
      onFound(id)
      setText('')
    })
  return (
    <div className="successor-lookup">
      <TextField
        {...field}
        error={failure ?? field.error}
        hint={t('The link of a live card')}
        placeholder={viewPath('name')}
        autoCapitalize="none"
        autoComplete="off"
        spellCheck={false}
        value={text}
        onChange={setText}
      />
      <Button
        busy={busy && t('Searching...')}
        aria-disabled={slug ? undefined : true}
        onClick={find}
      >
        {t('Select card')}
      </Button>
    </div>
  )
}

function slugIn(text: string): string {
  return /([^/?#\s]+)\/?(?:[?#].*)?$/.exec(text.trim())?.[1] ?? ''
}
