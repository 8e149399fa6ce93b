/// <reference types="google.maps" />
/** Google map, used with a Google key. */
import './map.css'
import { importLibrary, setOptions } from '@googlemaps/js-api-loader'
import { box, key, label, mapCenter, markerPosition, name, showMapError, zoom } from './map-data.ts'

// Google calls this global function when it rejects the key.
Object.assign(window, { gm_authFailure: () => failed('Google rejected the API key of this site.') })

show().catch((reason) => failed(reason instanceof Error ? reason.message : String(reason)))

async function show() {
  setOptions({ key, v: 'weekly', language: document.documentElement.lang })
  const [{ Map: GoogleMap, InfoWindow }, { AdvancedMarkerElement }] = await Promise.all([
    importLibrary('maps'),
    importLibrary('marker'),
  ])
  const map = new GoogleMap(box, {
    center: mapCenter,
    zoom,
    // Advanced markers require a map ID; this is Google's demo ID without custom styles.
    mapId: 'DEMO_MAP_ID',
    gestureHandling: 'cooperative',
    mapTypeControl: false,
    streetViewControl: false,
  })
  if (!markerPosition) return
  const marker = new AdvancedMarkerElement({
    map,
    position: markerPosition,
    title: name,
    gmpClickable: true,
  })
  const info = new InfoWindow({ content: label() })
  marker.addEventListener('gmp-click', () => info.open({ anchor: marker, map }))
}

function failed(message: string) {
  console.error('Failed to Load Google Maps', message)
  showMapError(message)
}
