/** Single flight: concurrent calls with the same key share one execution per isolate. */
import { waitUntil } from 'cloudflare:workers'

/** Each poll waits this much longer than the one before. */
const pollStepMs = 4
/** These take 480 ms. */
const maxPolls = 15

type Flight<Value> = { outcome?: { value: Value } | { error: unknown } }

/**
 * Returns a function that shares the execution in progress for the key or starts one. An execution continues when its
 * client disconnects. A caller that has waited about 500 ms starts another one, which later callers share.
 */
export function singleFlight<Value>() {
  const flights = new Map<string, Flight<Value>>()

  function start(key: string, work: () => Promise<Value>): Promise<Value> {
    const flight: Flight<Value> = {}
    flights.set(key, flight)
    const settle = (outcome: Flight<Value>['outcome']) => {
      flight.outcome = outcome
      if (flights.get(key) === flight) flights.delete(key)
    }
    const execution = work()
    waitUntil(
      execution.then(
        (value) => settle({ value }),
        (error: unknown) => settle({ error }),
      ),
    )
    return execution
  }

  return async (key: string, work: () => Promise<Value>): Promise<Value> => {
    for (;;) {
      const flight = flights.get(key)
      if (!flight) return start(key, work)
      await settled(flight)
      if (flight.outcome) return resultOf(flight.outcome)
      if (flights.get(key) === flight) return start(key, work)
    }
  }
}

// No promise of another request is awaited: after some thousands of requests that did, workerd continued them in the context
// of the other request, and their responses were lost (seen in tests).
async function settled(flight: Flight<unknown>): Promise<void> {
  for (let poll = 1; poll <= maxPolls && !flight.outcome; poll += 1)
    await scheduler.wait(poll * pollStepMs)
}

function resultOf<Value>(outcome: NonNullable<Flight<Value>['outcome']>): Value {
  if ('error' in outcome) throw outcome.error
  return outcome.value
}
