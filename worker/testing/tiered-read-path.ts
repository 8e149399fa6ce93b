/** The worker with the tiered cache, of which the stand-in takes the place. Only tests import this. */
import { createExecutionContext } from 'cloudflare:test'
import { env, exports } from 'cloudflare:workers'
import { vi } from 'vitest'
import worker from '../index.ts'
import { newAddress, origin } from './app.ts'
import { type PurgeOutcome, standInTieredCache } from './tiered-cache-stand-in.ts'

export function sendTiered(path: string, init: RequestInit = {}): Promise<Response> {
  const headers = { ...newAddress(), ...Object.fromEntries(new Headers(init.headers)) }
  const request = new Request(`${origin}${path}`, { ...init, headers })
  const tiered = { ...env, PAGE_CACHE: 'tiered' }
  return Promise.resolve(worker.fetch(request, tiered, createExecutionContext()))
}

const longestShortPauseMs = 1000

/** Lets a purge follow as soon as the clock of the test has passed its time. */
export function shortenPurgePauses() {
  const wait = scheduler.wait.bind(scheduler)
  vi.spyOn(scheduler, 'wait').mockImplementation((ms) =>
    wait(Number(ms) > longestShortPauseMs ? 20 : Number(ms)),
  )
}

/**
 * Puts the stand-in before the entrypoint for the rest of the test; `place.dataCenter` is where requests arrive.
 */
export function useTieredCache(outcomes: PurgeOutcome[] = []) {
  const place = { dataCenter: 'TXL' }
  const cache = standInTieredCache({ outcomes })
  shortenPurgePauses()
  const { fetch } = exports.PublicCard
  const callee = (request: Request) => Reflect.apply(fetch, exports.PublicCard, [request])
  vi.spyOn(exports.PublicCard, 'fetch').mockImplementation((input, init) =>
    cache.fetch(new Request(input, init), callee, place.dataCenter),
  )
  const purge = vi
    .spyOn(exports.PublicCard, 'purge')
    .mockImplementation(async (tags): Promise<true> => {
      const { success, errors } = await cache.purge({ tags })
      if (success) return success
      throw new Error(errors[0]?.message)
    })
  return { place, purge }
}
