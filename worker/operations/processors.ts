/** Third parties that receive personal data, derived from the configured bindings and URLs. */
import type { Bindings } from '../env.ts'
import { offersCopies } from '../platform/mail.ts'

type Processor = { name: string; what: string }

/** The third parties of this installation; services that are not configured are omitted. */
export function processorsOf(env: Bindings): Processor[] {
  return [
    {
      name: 'Cloudflare',
      what: 'hosts this service: it carries all requests and stores databases, images and backups',
    },
    mailer(env),
    processorAt(
      env.GEOCODER_URL,
      "looks up the map coordinates of a card's address when the card is saved",
    ),
    { name: 'YouTube or Vimeo', what: 'provides the still of a card’s video after a save' },
    env.GOOGLE_MAPS_API_KEY
      ? { name: 'Google Maps', what: 'provides the map of a card when a visitor selects Show Map' }
      : processorAt(env.MAP_TILE_URL, 'provides the map of a card when a visitor selects Show Map'),
  ].filter((each) => each !== undefined)
}

function mailer(env: Bindings): Processor | undefined {
  const what = `delivers the emails this service sends to account holders${offersCopies(env) ? ', and to visitors who ask for a copy' : ''}`
  if (env.EMAIL) return { name: 'Cloudflare Email', what }
  if (env.EMAIL_API_KEY && isHere(env.EMAIL_API_URL)) return localOnly
  return env.EMAIL_API_KEY ? processorAt(env.EMAIL_API_URL, what) : undefined
}

function processorAt(url: string, what: string): Processor | undefined {
  const plain = url.replace(/[{}]/g, '')
  return URL.canParse(plain) ? { name: new URL(plain).host, what } : undefined
}

const localOnly = {
  name: 'Nobody else',
  what: 'receives emails: this test installation runs on one computer and keeps them in a folder there',
}

function isHere(url: string): boolean {
  return /^https?:\/\/(localhost|127\.0\.0\.1|\[::1\])[:/]/.test(url)
}
