/** Leaflet map with the configured tiles, used without a Google key. */
import 'leaflet/dist/leaflet.css'
import './map.css'
import {
  control,
  DomEvent,
  divIcon,
  map as makeMap,
  marker as makeMarker,
  popup as makePopup,
  type Popup,
  tileLayer,
} from 'leaflet'
import {
  address,
  attribution,
  box,
  label,
  mapCenter,
  markerPosition,
  name,
  showMapError,
  tiles,
  words,
  zoom,
} from './map-data.ts'

const still = matchMedia('(prefers-reduced-motion: reduce)').matches
const mouse = matchMedia('(pointer: fine)').matches

box.replaceChildren()
const map = makeMap(box, {
  center: mapCenter,
  zoom,
  attributionControl: false,
  zoomControl: false,
  // One finger or the wheel scrolls the page; two fingers, buttons and keys move the map.
  dragging: mouse,
  scrollWheelZoom: false,
  zoomAnimation: !still,
  fadeAnimation: !still,
  markerZoomAnimation: !still,
})
const isRightToLeft = document.dir === 'rtl'
control
  .zoom({
    position: isRightToLeft ? 'topright' : 'topleft',
    zoomInTitle: words.zoomIn,
    zoomOutTitle: words.zoomOut,
  })
  .addTo(map)
control
  .attribution({
    position: isRightToLeft ? 'bottomleft' : 'bottomright',
    prefix: '<a href="https://leafletjs.com">Leaflet</a>',
  })
  .addTo(map)
drawTiles()
if (markerPosition) mark(markerPosition)

function drawTiles() {
  let drawn = 0
  tileLayer(tiles, { attribution, maxZoom: 19 })
    .on('tileload', () => {
      drawn += 1
    })
    .on('load', () => {
      if (drawn > 0) return
      // Leaflet still reads its map after this event.
      queueMicrotask(() => {
        map.remove()
        showMapError(words.mapUnreachable ?? '')
      })
    })
    .addTo(map)
}

function mark(at: { lat: number; lng: number }) {
  const popup = makePopup({
    offset: [0, -34],
    autoClose: false,
    closeOnClick: false,
    closeOnEscapeKey: true,
    minWidth: 200,
    maxWidth: 260,
  })
    .setLatLng(at)
    .setContent(label())
    .on('add', ({ target }) => nameCloseButton(target))
  const icon = divIcon({ html: pin(), className: 'pin', iconSize: [32, 42], iconAnchor: [16, 41] })
  const marker = makeMarker(at, { icon, title: name, alt: `${name}, ${address}` }).addTo(map)
  const element = marker.getElement()
  if (!element) return
  element.setAttribute('aria-label', `${name}, ${address}`)
  DomEvent.on(element, 'click', () => void popup.openOn(map))
  DomEvent.on(element, 'keydown', (event) => {
    if (event instanceof KeyboardEvent && event.key === 'Enter') popup.openOn(map)
  })
}

// Leaflet has no option for its name.
function nameCloseButton(popup: Popup) {
  const button = popup.getElement()?.querySelector('.leaflet-popup-close-button')
  if (button) button.ariaLabel = words.close ?? ''
}

function pin(): SVGElement {
  const namespace = 'http://www.w3.org/2000/svg'
  const drawing = document.createElementNS(namespace, 'svg')
  drawing.setAttribute('viewBox', '0 0 32 42')
  const drop = document.createElementNS(namespace, 'path')
  drop.setAttribute('d', 'M16 41C11 32 2 25 2 15.5a14 14 0 0 1 28 0C30 25 21 32 16 41Z')
  const hole = document.createElementNS(namespace, 'circle')
  for (const [key, value] of Object.entries({ cx: '16', cy: '15.5', r: '5.5' }))
    hole.setAttribute(key, value)
  drawing.append(drop, hole)
  return drawing
}
