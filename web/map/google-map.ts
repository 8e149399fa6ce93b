/// <reference types="google.maps" />
/** The map with a Google key. */
import './map.css'
import { importLibrary, setOptions } from '@googlemaps/js-api-loader'
import { box, cannotLoad, centre, key, label, name, spot, zoom } from './place.ts'

// Google calls this by its name when it refuses the key.
Object.assign(window, { gm_authFailure: () => failed('Google refuses the key of this site.') })

show().catch((reason) => failed(reason instanceof Error ? reason.message : String(reason)))

async function show() {
  setOptions({ key, v: 'weekly' })
  const [{ Map: GoogleMap, InfoWindow }, { AdvancedMarkerElement }] = await Promise.all([
    importLibrary('maps'),
    importLibrary('marker'),
  ])
  const map = new GoogleMap(box, {
    center: centre,
    zoom,
    // Advanced markers ask for a styled map; this is Google's own unstyled one.
    mapId: 'DEMO_MAP_ID',
    gestureHandling: 'cooperative',
    mapTypeControl: false,
    streetViewControl: false,
  })
  if (!spot) return
  const marker = new AdvancedMarkerElement({ map, position: spot, title: name, gmpClickable: true })
  const info = new InfoWindow({ content: label() })
  marker.addEventListener('gmp-click', () => info.open({ anchor: marker, map }))
}

function failed(message: string) {
  console.error('Failed to Load Google Maps', message)
  cannotLoad(message)
}
