/**
 * The map of a card: a document for an iframe, with its own `Content-Security-Policy` for the map provider's script.
 */

import { renderToStaticMarkup } from 'react-dom/server.edge'
import type { PageWords } from '../../card/words/en.ts'
import { fill } from '../../card/words/fill.ts'
import type { Coordinates } from '../../schema/coordinates.ts'
import type { Bindings } from '../env.ts'
import { languageAttributes } from './html-document.tsx'

export type Place = {
  name: string
  address: string
  coordinates: Coordinates | undefined
  words: PageWords
}

/**
 * Returns the document and its policy: Google Maps if there is an API key, else Leaflet. Without coordinates it shows a
 * message above a world map.
 */
export function mapPage(env: Bindings, place: Place) {
  const google = env.GOOGLE_MAPS_API_KEY !== ''
  const nonce = google ? crypto.randomUUID() : undefined
  const html = renderToStaticMarkup(
    <html {...languageAttributes(place.words.language)}>
      <head>
        <meta charSet="utf-8" />
        <meta name="viewport" content="width=device-width,initial-scale=1" />
        <meta name="robots" content="noindex" />
        <title>{fill(place.words.mapOf, { name: place.name })}</title>
        <base target="_blank" />
        <link rel="stylesheet" href="/assets/map.css" nonce={nonce} />
        <script
          type="module"
          src={google ? '/assets/google-map.js' : '/assets/map.js'}
          nonce={nonce}
        />
      </head>
      <Body env={env} place={place} />
    </html>,
  )
  return { html: `<!doctype html>${html}`, policy: nonce ? googlePolicy(nonce) : tilesPolicy(env) }
}

function Body({ env, place }: { env: Bindings; place: Place }) {
  const { name, address, coordinates, words } = place
  return (
    <body>
      {!coordinates && (
        <p className="banner" role="alert" dir="auto">
          {fill(words.mapNotFound, { address })}
        </p>
      )}
      <section
        id="map"
        aria-label={fill(words.mapOf, { name })}
        data-name={name}
        data-address={address}
        data-latitude={coordinates?.latitude}
        data-longitude={coordinates?.longitude}
        data-key={env.GOOGLE_MAPS_API_KEY || undefined}
        data-tiles={env.MAP_TILE_URL}
        data-attribution={env.MAP_ATTRIBUTION}
        data-words={JSON.stringify(mapWords(words))}
      >
        <p className="wait">{words.loadingMap}</p>
      </section>
    </body>
  )
}

/** The words that the map's script shows. */
function mapWords({ mapFailed, mapUnreachable, zoomIn, zoomOut, close }: PageWords) {
  return { mapFailed, mapUnreachable, zoomIn, zoomOut, close }
}

// No Trusted Types: Leaflet creates its controls with `innerHTML`. It positions elements through the CSSOM, which a
// policy does not restrict.
function tilesPolicy({ MAP_TILE_URL }: Bindings): string {
  const host = URL.parse(MAP_TILE_URL.replace('{s}', '_'))?.origin.replace('//_', '//*') ?? ''
  return [...common, "script-src 'self'", "style-src 'self'", `img-src 'self' data: ${host}`].join(
    '; ',
  )
}

// Maps JavaScript API, Content Security Policy Guide, "Strict CSP".
function googlePolicy(nonce: string): string {
  return [
    ...common,
    `script-src 'nonce-${nonce}' 'strict-dynamic' https: 'unsafe-eval' blob:`,
    `style-src 'nonce-${nonce}' https://fonts.googleapis.com`,
    "img-src 'self' https://*.googleapis.com https://*.gstatic.com https://*.google.com https://*.googleusercontent.com data:",
    'frame-src https://*.google.com',
    "connect-src 'self' https://*.googleapis.com https://*.google.com https://*.gstatic.com data: blob:",
    'font-src https://fonts.gstatic.com',
    'worker-src blob:',
  ].join('; ')
}

const common = [
  "default-src 'none'",
  "base-uri 'none'",
  "form-action 'none'",
  "frame-ancestors 'self'",
]
