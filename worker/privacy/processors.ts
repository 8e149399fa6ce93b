/** Who else gets what of people's data, read from the configuration: the bindings and addresses that are set. */
import type { Bindings } from '../env.ts'

type Processor = { name: string; what: string }

/** Of this installation; nobody who is not configured is named. */
export function processorsOf(env: Bindings): Processor[] {
  return [
    {
      name: 'Cloudflare',
      what: 'runs this service: requests pass its network, and databases, pictures and backups are stored there',
    },
    mailer(env),
    asked(env.GEOCODER_URL, 'finds where the address on a card is, when the card is saved'),
    env.GOOGLE_MAPS_API_KEY
      ? { name: 'Google Maps', what: 'draws the map of a card, once a visitor presses Show Map' }
      : asked(env.MAP_TILE_URL, 'draws the map of a card, once a visitor presses Show Map'),
  ].filter((each) => each !== undefined)
}

function mailer(env: Bindings): Processor | undefined {
  const what = 'delivers the letters this service sends to the people who have an account'
  if (env.EMAIL) return { name: 'Cloudflare Email', what }
  if (env.EMAIL_API_KEY && isHere(env.EMAIL_API_URL)) return atHome
  return env.EMAIL_API_KEY ? asked(env.EMAIL_API_URL, what) : undefined
}

function asked(url: string, what: string): Processor | undefined {
  const plain = url.replace(/[{}]/g, '')
  return URL.canParse(plain) ? { name: new URL(plain).host, what } : undefined
}

const atHome = {
  name: 'Nobody else',
  what: 'gets the letters: this installation runs for trial on one computer, and keeps them in a folder there',
}

function isHere(url: string): boolean {
  return /^https?:\/\/(localhost|127\.0\.0\.1|\[::1\])[:/]/.test(url)
}
