import { useState } from 'react'
import { Icon } from '../../../../card/Icon.tsx'
import { RequestError, sentence } from '../../../api.ts'
import { mapFrame, useSpot } from '../../../data/places.ts'
import { Button } from '../../../ui/Button.tsx'
import { Note } from '../../../ui/Notes.tsx'
import { Spinner } from '../../../ui/Spinner.tsx'
import { useSettled } from '../../../ui/useSettled.ts'
import type { PanelProps } from '../draft.ts'
import { PanelSection } from './PanelSection.tsx'

/** Whether the map will find the address, and what visitors see when they press Show Map. */
export function MapCheck({ card, draft }: PanelProps) {
  const address = draft.address?.trim() ?? ''
  const settled = useSettled(address, 800)
  return (
    <PanelSection title="Map" text="Your card shows a map of your address behind Show Map.">
      {address === '' && <p className="field-hint">Add an address to have a map on your card.</p>}
      {address !== '' && settled !== address && <Checking />}
      {address !== '' && settled === address && (
        <Finding
          key={address}
          address={address}
          cardId={card.id}
          known={draft.customizations.pin?.of === address}
        />
      )}
    </PanelSection>
  )
}

function Finding({ address, cardId, known }: { address: string; cardId: number; known: boolean }) {
  const { spot, error, isValidating, again } = useSpot(known ? undefined : address)
  if (known || spot)
    return (
      <>
        <Note kind="ok">The map finds this address.</Note>
        <Preview src={mapFrame(cardId, address)} />
      </>
    )
  if (isValidating || !error) return <Checking />
  if (error instanceof RequestError && error.status === 404)
    return (
      <>
        <Note kind="warn" title={`Could not find coordinates for address: ${address}`}>
          Write it as street and number, postcode, city and country. Without coordinates visitors
          see the address with a link to a map.
        </Note>
        <Preview src={mapFrame(cardId, address)} />
      </>
    )
  return (
    <>
      <Note kind="warn">{sentence(error, 'The address could not be checked.')}</Note>
      <div className="map-check">
        <Button onClick={() => void again()}>Check again</Button>
      </div>
    </>
  )
}

function Preview({ src }: { src: string }) {
  const [open, setOpen] = useState(false)
  return (
    <div className="map-check">
      <Button aria-expanded={open} onClick={() => setOpen(!open)}>
        <Icon name="map" size={18} />
        {open ? 'Hide Map' : 'Show Map'}
      </Button>
      {open && <iframe src={src} title="Map" />}
    </div>
  )
}

function Checking() {
  return (
    <p className="field-hint slug-wait" role="status">
      <Spinner /> Checking...
    </p>
  )
}
