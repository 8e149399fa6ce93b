/** Single flight: work under one key runs once at a time in an isolate, however many ask for its result. */
import { waitUntil } from 'cloudflare:workers'

const timeoutMs = 500

/**
 * A function that answers with the work already under way under this key, or starts it; the work goes on when its client
 * leaves. Whoever has waited half a second starts it again, and whoever came later waits for that.
 */
export function singleFlight<Value>() {
  const flights = new Map<string, Promise<Value>>()

  function start(key: string, work: () => Promise<Value>): Promise<Value> {
    const flight = work()
    flights.set(key, flight)
    const land = () => {
      if (flights.get(key) === flight) flights.delete(key)
    }
    waitUntil(flight.then(land, land))
    return flight
  }

  return async (key: string, work: () => Promise<Value>): Promise<Value> => {
    for (;;) {
      const flight = flights.get(key)
      if (!flight) return start(key, work)
      const value = await Promise.race([flight, scheduler.wait(timeoutMs)])
      if (value) return value
      if (flights.get(key) === flight) return start(key, work)
    }
  }
}
