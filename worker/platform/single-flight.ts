/** Single flight: concurrent calls with the same key share one execution per isolate. */
import { waitUntil } from 'cloudflare:workers'

const timeoutMs = 500

/**
 * Returns a function that joins the execution in progress for the key or starts one. An execution continues when its
 * client disconnects. A caller that has waited 500 ms starts another one, which later callers join.
 */
export function singleFlight<Value>() {
  const flights = new Map<string, Promise<Value>>()

  function start(key: string, work: () => Promise<Value>): Promise<Value> {
    const flight = work()
    flights.set(key, flight)
    const clear = () => {
      if (flights.get(key) === flight) flights.delete(key)
    }
    waitUntil(flight.then(clear, clear))
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
