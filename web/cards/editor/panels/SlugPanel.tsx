import { Icon } from '../../../../card/icons/Icon.tsx'
import { slugChangeError } from '../../../../schema/access.ts'
import type { Card } from '../../../../schema/cards/card.ts'
import { viewPath } from '../../../../schema/screens.ts'
import { t, translated } from '../../../messages/t.ts'
import { product } from '../../../product.ts'
import { Spinner } from '../../../ui/Button.tsx'
import { CopyLine } from '../../../ui/CopyLine.tsx'
import { TextField } from '../../../ui/Fields.tsx'
import { Note } from '../../../ui/Notes.tsx'
import { useDebouncedValue } from '../../../ui/useDebouncedValue.ts'
import type { PanelProps } from '../draft.ts'
import { slugError, useSlugAvailability } from '../slug-availability.ts'
import { PanelSection } from './PanelSection.tsx'

/** The link of the card. */
export function SlugPanel(props: PanelProps) {
  return (
    <PanelSection title={t('Card URL')} text={t('Your QR code opens this link.')}>
      <SlugField {...props} />
    </PanelSection>
  )
}

function SlugField({ user, card, draft, change, errors }: PanelProps) {
  const lockedError = translated(slugChangeError(user, card))
  if (lockedError)
    return (
      <>
        <CopyLine link={product.origin + viewPath(card.slug)} />
        <Note kind="warn">{t('{sentence}.', { sentence: lockedError })}</Note>
      </>
    )
  const error = errors.slug ?? slugError(draft.slug)
  return (
    <>
      <TextField
        label={t('Slug')}
        hint={t('3 to 60 letters, digits and hyphens')}
        prefix={`${product.origin.replace(/^https?:\/\//, '')}${viewPath('')}`}
        autoCapitalize="none"
        autoComplete="off"
        spellCheck={false}
        value={draft.slug}
        error={error}
        onChange={(slug) => change({ slug: slug.toLowerCase().trimStart().replace(/\s/g, '-') })}
      />
      {!error && <SlugStatus slug={draft.slug} card={card} />}
    </>
  )
}

/** Shows whether the typed slug is available, once typing pauses. */
export function SlugStatus({ slug, card }: { slug: string; card: Card }) {
  const candidate = slugError(slug) || slug === card.slug ? undefined : slug
  const debounced = useDebouncedValue(candidate, 300)
  const { answer, error } = useSlugAvailability(debounced, card.id)
  return (
    <div className="slug-status" role="status">
      {candidate && debounced === candidate && answer && !answer.available && (
        <p className="field-error">
          <Icon name="alert" size={16} />
          {translated(answer.reason ?? undefined)}
        </p>
      )}
      {candidate && debounced === candidate && answer?.available && (
        <>
          <p className="slug-free">
            <Icon name="ok" size={16} />
            {t('{viewPath} is available', { viewPath: viewPath(slug) })}
          </p>
          <p className="field-hint">
            {t('After you save, the old link {viewPath} redirects to the new one.', {
              viewPath: viewPath(card.slug),
            })}
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
        {t('Availability could not be checked. It is checked again when you save.')}
      </p>
    )
  return (
    <p className="field-hint slug-wait">
      <Spinner /> {t('Checking...')}
    </p>
  )
}
