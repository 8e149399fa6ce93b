import { useState } from 'react'
import { video } from '../../../card/video.ts'
import { errorMessage, RequestError } from '../../api.ts'
import { t } from '../../messages/t.ts'
import { Button, Spinner } from '../../ui/Button.tsx'
import { TextField } from '../../ui/Fields.tsx'
import { Note } from '../../ui/Notes.tsx'
import { useDebouncedValue } from '../../ui/useDebouncedValue.ts'
import { AddressField, mapFrameUrl, useCoordinates } from './AddressField.tsx'
import { WithReach } from './audience/ReachButton.tsx'
import { type BasicField, tileFields } from './basic-fields.ts'
import type { PanelProps } from './draft.ts'
import { CardTextField } from './languages/TranslatedField.tsx'
import { ExtrasPanel } from './panels/ExtrasPanel.tsx'
import { PanelSection } from './panels/PanelSection.tsx'
import { SlugPanel } from './panels/SlugPanel.tsx'
import { StatePanel } from './panels/StatePanel.tsx'
import { lockedReason, ruleHint, ruleOf } from './template-rules.ts'

/** The card's text fields, extra contact details and address settings. */
export function BasicTab(props: PanelProps) {
  return (
    <div className="stack" data-gap="5">
      <PanelSection title={t('On the card')}>
        <div className="field-grid basic-fields">
          {tileFields.map((field) => (
            <FormField key={field.key} field={field} {...props} />
          ))}
        </div>
      </PanelSection>
      {props.draft.videoUrl && <VideoCheck {...props} />}
      <MapCheck {...props} />
      <ExtrasPanel {...props} />
      <SlugPanel {...props} />
      <StatePanel {...props} />
    </div>
  )
}

function FormField({ field, ...panel }: PanelProps & { field: BasicField }) {
  const { draft, change, errors } = panel
  const Text = field.key === 'address' ? AddressField : TextField
  return (
    <div className={field.rows || field.key === 'videoUrl' ? 'field-wide' : undefined}>
      <WithReach panel={panel} field={field.reach}>
        <CardTextField
          of={field.textName && { name: field.textName }}
          Text={Text}
          label={field.label}
          hint={ruleHint(panel, field.key, field.hint)}
          readOnly={lockedReason(panel, field.key) !== undefined}
          aria-required={ruleOf(panel, field.key) === 'required' || undefined}
          multiline={field.rows}
          error={errors[field.path]}
          value={field.read(draft)}
          onChange={(text) => change(field.write(draft, text))}
          {...field.input}
        />
      </WithReach>
    </div>
  )
}

/** Checks whether the address is found on the map, and previews the map. */
function MapCheck({ card, draft }: PanelProps) {
  const address = draft.address?.trim() ?? ''
  const debounced = useDebouncedValue(address, 800)
  return (
    <PanelSection
      title={t('Map')}
      text={t('Visitors who select Show Map see a map of your address.')}
    >
      {address === '' && (
        <p className="field-hint">{t('Add an address to show a map on your card.')}</p>
      )}
      {address !== '' && debounced !== address && <Checking />}
      {address !== '' && debounced === address && (
        <MapStatus
          key={address}
          address={address}
          cardId={card.id}
          known={draft.customizations.pin?.of === address}
        />
      )}
    </PanelSection>
  )
}

function MapStatus({
  address,
  cardId,
  known,
}: {
  address: string
  cardId: number
  known: boolean
}) {
  const { coordinates, error, isValidating, revalidate } = useCoordinates(
    known ? undefined : address,
  )
  if (known || coordinates)
    return (
      <>
        <Note kind="ok">{t('This address was found on the map.')}</Note>
        <Preview src={mapFrameUrl(cardId, address)} />
      </>
    )
  if (isValidating || !error) return <Checking />
  if (error instanceof RequestError && error.status === 404)
    return (
      <>
        <Note
          kind="warn"
          title={t('Could not find coordinates for address: {address}', { address })}
        >
          {t(
            'Enter the street address, city, postal code and country. Without coordinates, visitors see the address with a link to a map.',
          )}
        </Note>
        <Preview src={mapFrameUrl(cardId, address)} />
      </>
    )
  return (
    <>
      <Note kind="warn">{errorMessage(error, t('The address could not be checked.'))}</Note>
      <div className="map-check">
        <Button onClick={() => void revalidate()}>{t('Check again')}</Button>
      </div>
    </>
  )
}

function Preview({ src }: { src: string }) {
  const [open, setOpen] = useState(false)
  return (
    <div className="map-check">
      <Button aria-expanded={open} onClick={() => setOpen(!open)} icon="map">
        {open ? t('Hide Map') : t('Show Map')}
      </Button>
      {open && <iframe src={src} title={t('Map')} />}
    </div>
  )
}

function Checking() {
  return (
    <p className="field-hint slug-wait" role="status">
      <Spinner /> {t('Checking...')}
    </p>
  )
}

/** Shows how the video will be embedded, or why it cannot be. */
function VideoCheck({ draft }: PanelProps) {
  const typed = draft.videoUrl?.trim() ?? ''
  return (
    <PanelSection title={t('Video')} text={t('Videos load only when a visitor plays them.')}>
      {typed === '' ? (
        <p className="field-hint">
          {t('Add a YouTube, Vimeo, or direct video link to showcase on your card')}
        </p>
      ) : (
        <VideoStatus typed={typed} />
      )}
    </PanelSection>
  )
}

function VideoStatus({ typed }: { typed: string }) {
  const embed = video(typed)
  if (!embed)
    return (
      <Note kind="warn" title={t('This video will not be shown')}>
        {t('Enter a link that starts with https:// and leads to YouTube, Vimeo or a video file.')}
      </Note>
    )
  if (embed.kind === 'link')
    return (
      <Note kind="warn" title={t('This will open in a new tab')}>
        {t(
          'To play on your card, the link must lead to a video on YouTube or Vimeo, or to a file that ends in .mp4, .webm or .mov.',
        )}
      </Note>
    )
  return <Note kind="ok">{videoKindTexts[embed.kind]}</Note>
}

const videoKindTexts = {
  youtube: t('Plays in the YouTube player, in privacy-enhanced mode.'),
  vimeo: t('Plays in the Vimeo player, with tracking turned off.'),
  file: t('Plays in the browser, directly from the file.'),
}
