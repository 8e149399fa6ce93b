import { type FormEvent, type Ref, useId, useImperativeHandle, useRef, useState } from 'react'
import { Icon } from '../../../card/icons/Icon.tsx'
import type { Card } from '../../../schema/cards/card.ts'
import { looksGenerated } from '../../../schema/cards/slug.ts'
import { viewPath } from '../../../schema/screens.ts'
import { errorMessage, RequestError } from '../../api.ts'
import { t, translated } from '../../messages/t.ts'
import { product } from '../../product.ts'
import { Button, Spinner } from '../../ui/Button.tsx'
import { CopyLine } from '../../ui/CopyLine.tsx'
import { useDebouncedValue } from '../../ui/useDebouncedValue.ts'
import { saveSlug } from '../data.ts'
import { slugError, useSlugAvailability } from '../editor/slug-availability.ts'

/** Saves the address that is typed; resolves to false if it can't be, which the form then says. */
export type TypedAddress = { save: () => Promise<boolean> }

type Props = { card: Card; typed: Ref<TypedAddress> }

/** The address of the card, which its owner may choose once in place of the generated one. */
export function AddressChoice({ card, typed }: Props) {
  const [note, setNote] = useState<string>()
  if (note === undefined && looksGenerated(card.slug))
    return <AddressForm card={card} typed={typed} onEnd={setNote} />
  return (
    <div className="address-choice">
      <CopyLine link={product.origin + viewPath(card.slug)} />
      {note !== undefined && (
        <p className="address-status" role="status">
          {note}
        </p>
      )}
    </div>
  )
}

/** `onEnd` receives what to say once the address is saved, or can't be chosen anymore. */
function AddressForm({ card, typed, onEnd }: Props & { onEnd: (note: string) => void }) {
  const id = useId()
  const input = useRef<HTMLInputElement>(null)
  const [slug, setSlug] = useState(card.slug)
  const check = useCheck(card, slug)
  const { busy, failure, save } = useSave(card, onEnd)
  const saveTyped = async () => {
    if (slug === card.slug) return true
    if (busy || check.state === 'error') return false
    return save(slug)
  }
  useImperativeHandle(typed, () => ({
    save: async () => {
      const saved = await saveTyped()
      if (!saved) input.current?.focus()
      return saved
    },
  }))
  const submit = (event: FormEvent) => {
    event.preventDefault()
    void saveTyped()
  }
  const choose = (offer: string) => {
    setSlug(offer)
    input.current?.focus()
  }
  return (
    <form className="address-choice" onSubmit={submit} noValidate>
      <div className="address-line" dir="ltr">
        <label htmlFor={id}>
          <span className="hidden-text">{t('Card URL')}</span>
          <span className="clipped" aria-hidden="true">
            {product.origin.replace(/^https?:\/\//, '') + viewPath('')}
          </span>
        </label>
        <input
          id={id}
          ref={input}
          value={slug}
          autoCapitalize="none"
          autoComplete="off"
          spellCheck={false}
          enterKeyHint="done"
          aria-describedby={`${id}-status`}
          aria-invalid={check.state === 'error' || undefined}
          onChange={({ target }) => setSlug(target.value.toLowerCase().trim().replace(/\s/g, '-'))}
        />
        {slug !== card.slug && check.state !== 'error' && check.state !== 'taken' && (
          <Button type="submit" size="small" busy={busy && t('Saving...')}>
            {t('Use')}
          </Button>
        )}
      </div>
      <div className="address-status" id={`${id}-status`} role="status">
        <CheckStatus check={check} failure={failure} onChoose={choose} />
      </div>
    </form>
  )
}

type Check = {
  state: 'own' | 'checking' | 'free' | 'taken' | 'error' | 'unknown'
  message?: string | undefined
  /** Free addresses to choose instead. */
  offers?: string[]
}

function CheckStatus({
  check,
  failure,
  onChoose,
}: {
  check: Check
  failure: string | undefined
  onChoose: (slug: string) => void
}) {
  if (failure) return <p className="field-error">{failure}</p>
  if (check.state === 'checking')
    return (
      <p>
        <Spinner /> {t('Checking...')}
      </p>
    )
  if (check.state === 'free')
    return (
      <p className="slug-free">
        <Icon name="check" size={16} />
        {t('Free. The old address keeps working.')}
      </p>
    )
  if (check.state === 'unknown') return <p>{t('Availability could not be checked.')}</p>
  const { message, offers = [] } = check
  return (
    <>
      <p className={message && 'field-error'}>{message ?? t('Choose an address for your card.')}</p>
      {offers.length > 0 && (
        <div className="address-offers">
          {t('Available:')}
          {offers.map((offer) => (
            <Button key={offer} kind="ghost" size="small" onClick={() => onChoose(offer)}>
              {offer}
            </Button>
          ))}
        </div>
      )}
    </>
  )
}

/** Checks what is typed once typing pauses; until something is typed, offers the address without its digits. */
function useCheck(card: Card, slug: string): Check {
  const isOwn = slug === card.slug
  const error = slugError(slug)
  const wanted = isOwn ? card.slug.replace(/-\d+$/, '') : slug
  const asked = useDebouncedValue(wanted, 300)
  const { answer, error: failed } = useSlugAvailability(
    slugError(asked) ? undefined : asked,
    card.id,
  )
  if (!isOwn && error) return { state: 'error', message: error }
  if (isOwn) {
    const offers = answer?.available ? [asked] : (answer?.suggestions ?? [])
    return { state: 'own', offers }
  }
  if (asked !== slug || (!answer && !failed)) return { state: 'checking' }
  if (!answer) return { state: 'unknown' }
  if (answer.available) return { state: 'free' }
  const message = translated(answer.reason ?? undefined)
  return { state: 'taken', message, offers: answer.suggestions }
}

function useSave(card: Card, onEnd: (note: string) => void) {
  const [busy, setBusy] = useState(false)
  const [failure, setFailure] = useState<string>()
  const save = async (slug: string): Promise<boolean> => {
    setBusy(true)
    setFailure(undefined)
    try {
      await saveSlug(card.id, slug)
      onEnd(t('Saved. Links with {slug} lead here too.', { slug: card.slug }))
      return true
    } catch (error) {
      const message = errorMessage(error, t('Failed to save card'))
      if (error instanceof RequestError && error.status === 403) onEnd(message)
      else setFailure(message)
      return false
    } finally {
      setBusy(false)
    }
  }
  return { busy, failure, save }
}
