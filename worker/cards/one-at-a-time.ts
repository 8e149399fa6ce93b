/** Each page is made once at a time in an isolate, however many ask for it. */
import { waitUntil } from 'cloudflare:workers'
import type { Page } from './Document.tsx'

const patience = 500

const flights = new Map<string, Promise<Page>>()

/**
 * The page that somebody else is making under this key, or what `make` gives; that goes on when its client leaves. Who
 * waited half a second makes it, and whoever came later waits for that one.
 */
export async function oneAtATime(key: string, make: () => Promise<Page>): Promise<Page> {
  for (;;) {
    const flight = flights.get(key)
    if (!flight) return lead(key, make)
    const page = await Promise.race([flight, scheduler.wait(patience)])
    if (page) return page
    if (flights.get(key) === flight) return lead(key, make)
  }
}

function lead(key: string, make: () => Promise<Page>): Promise<Page> {
  const flight = make()
  flights.set(key, flight)
  const land = () => {
    if (flights.get(key) === flight) flights.delete(key)
  }
  waitUntil(flight.then(land, land))
  return flight
}
