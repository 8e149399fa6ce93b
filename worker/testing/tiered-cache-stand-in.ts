/**
 * A stand-in for Workers Cache, the tiered cache before an entrypoint, as documented (docs/platform.md): lower tiers and an
 * upper one, lifetimes, tags, and purges with their limits, which can be late or lost. Only tests and
 * `PAGE_CACHE=tiered npm start` use this.
 */

type Copy = { status: number; headers: [string, string][]; body: ArrayBuffer } & Lifetime
type Lifetime = { at: number; maxAgeMs: number; staleIfErrorMs: number; tags: string[] }
type Tier = Map<string, Copy>

/** What becomes of a purge. `lost` and `unheard` throw, the latter after it took effect; `ignored` does nothing. */
export type PurgeOutcome = 'done' | 'late' | 'refused' | 'lost' | 'unheard' | 'ignored'

type Options = {
  /** Unix milliseconds. */
  now?: () => number
  /** False for an account whose purges are not limited. */
  isLimited?: boolean
  /** The outcomes of the next purges, the first of which is taken away; then all are done. */
  outcomes?: PurgeOutcome[]
  /** How late a late purge is. */
  lateMs?: number
}

/** Runs the entrypoint, whose answer may be stored. */
type Callee = (request: Request) => Promise<Response>

const lifetimeHeaders = ['Cloudflare-CDN-Cache-Control', 'CDN-Cache-Control', 'Cache-Control']
/** Seconds that a response without a lifetime is kept, by its status. */
const defaultAges: Record<number, number> = {
  ...{ 200: 7200, 203: 7200, 204: 7200, 300: 1200, 301: 1200 },
  ...{ 404: 180, 405: 60, 410: 180, 414: 60, 501: 60 },
}
// The limits of the free plan, which apply to every account: https://developers.cloudflare.com/workers/cache/limitations/
const maxOperations = 100
const bucketSize = 25
const refillMs = 12_000

/**
 * The cache of one entrypoint. What the worker does not use is left out: HEAD, variants, `stale-while-revalidate`, and one
 * rendering for many requests.
 */
export function standInTieredCache({
  now = () => Date.now(),
  isLimited = true,
  outcomes = [],
  lateMs = 5000,
}: Options = {}) {
  const upper: Tier = new Map()
  const lower = new Map<string, Tier>()
  const waiting: { at: number; tags: string[] }[] = []
  let tokens = bucketSize
  let filledAt = now()

  /** Answers a request that arrives in a data center, and says with `CF-Cache-Status` how. */
  async function fetch(request: Request, callee: Callee, dataCenter = 'TXL'): Promise<Response> {
    if (request.method !== 'GET') return respond(await callee(request), 'BYPASS')
    applyLatePurges()
    const { pathname, search } = new URL(request.url)
    // The host is not part of the key.
    const key = pathname + search
    const near = lower.get(dataCenter) ?? new Map<string, Copy>()
    lower.set(dataCenter, near)
    const copy = [near.get(key), upper.get(key)].find((each) => each && ageOf(each) < each.maxAgeMs)
    if (copy) {
      near.set(key, copy)
      return fromCopy(copy, 'HIT')
    }
    return render(request, callee, { key, tiers: [near, upper] })
  }

  async function render(
    request: Request,
    callee: Callee,
    { key, tiers }: { key: string; tiers: Tier[] },
  ): Promise<Response> {
    const stale = tiers.map((tier) => tier.get(key)).find((each) => each !== undefined)
    const response = await callee(request).catch(() => undefined)
    if ((!response || response.status >= 500) && stale && isKept(stale))
      return fromCopy(stale, 'STALE')
    if (!response) throw new Error('The entrypoint failed')
    const lifetime = lifetimeOf(request, response, now())
    if (!lifetime) return respond(response, 'BYPASS')
    const { status, headers } = response
    const body = await response.arrayBuffer()
    const made: Copy = { ...lifetime, status, headers: [...headers], body }
    for (const tier of tiers) tier.set(key, made)
    return fromCopy(made, stale ? 'EXPIRED' : 'MISS')
  }

  const ageOf = (copy: Copy) => now() - copy.at
  const isKept = (copy: Copy) => ageOf(copy) < copy.maxAgeMs + copy.staleIfErrorMs

  function fromCopy({ status, headers, body, at }: Copy, cacheStatus: string): Response {
    const content = body.byteLength > 0 ? body : null
    const response = respond(new Response(content, { status, headers }), cacheStatus)
    response.headers.set('Age', String(Math.floor((now() - at) / 1000)))
    return response
  }

  /** Purges the copies with any of these tags in all tiers. */
  async function purge({ tags = [] }: CachePurgeOptions): Promise<CachePurgeResult> {
    applyLatePurges()
    if (tags.length === 0 || tags.length > maxOperations)
      return refusal(`A purge has from 1 to ${maxOperations} operations`)
    tokens = Math.min(bucketSize, tokens + (now() - filledAt) / refillMs)
    filledAt = now()
    // The clock of a simulation has whole milliseconds.
    if (isLimited && tokens < 0.999) return refusal('Rate limit reached')
    tokens -= 1
    const outcome = outcomes.shift() ?? 'done'
    if (outcome === 'refused') return refusal('Internal error')
    if (outcome === 'done' || outcome === 'unheard') drop(tags)
    if (outcome === 'late') waiting.push({ at: now() + lateMs, tags })
    if (outcome === 'lost' || outcome === 'unheard') throw new Error('The connection was lost')
    return { success: true, errors: [] }
  }

  function applyLatePurges(): void {
    for (const late of waiting.splice(0))
      if (late.at <= now()) drop(late.tags)
      else waiting.push(late)
  }

  function drop(tags: string[]): void {
    const wanted = new Set(tags.map((tag) => tag.toLowerCase()))
    for (const tier of [upper, ...lower.values()])
      for (const [key, copy] of tier) if (copy.tags.some((tag) => wanted.has(tag))) tier.delete(key)
  }

  return { fetch, purge }
}

function refusal(message: string): CachePurgeResult {
  return { success: false, errors: [{ code: 1134, message }] }
}

/** The response as the caller gets it: without the headers that are for the cache. */
function respond(response: Response, cacheStatus: string): Response {
  const headers = new Headers(response.headers)
  for (const name of ['Cache-Tag', 'Cloudflare-CDN-Cache-Control']) headers.delete(name)
  headers.set('CF-Cache-Status', cacheStatus)
  return new Response(response.body, { status: response.status, headers })
}

/** How long a response is kept, and its tags; undefined if it is not stored. */
function lifetimeOf(request: Request, { status, headers }: Response, at: number) {
  const value = lifetimeHeaders.map((name) => headers.get(name)).find((each) => each !== null)
  const directives = new Set(value?.toLowerCase().split(/\s*,\s*/))
  const seconds = (name: string) => {
    const found = [...directives].find((each) => each.startsWith(`${name}=`))
    return found === undefined ? undefined : Number(found.slice(name.length + 1))
  }
  const has = (...names: string[]) =>
    names.some((name) => directives.has(name) || seconds(name) !== undefined)
  const isPersonal =
    headers.has('Set-Cookie') ||
    (request.headers.has('Authorization') && !has('public', 'must-revalidate', 's-maxage'))
  if (isPersonal || has('private', 'no-store') || headers.has('Vary')) return undefined
  if (status === 206 || (status >= 520 && status <= 526)) return undefined
  const maxAge = has('no-cache') ? 0 : (seconds('s-maxage') ?? seconds('max-age'))
  const age = value === undefined || value === null ? defaultAges[status] : maxAge
  if (age === undefined) return undefined
  const isStrict = has('s-maxage', 'must-revalidate', 'proxy-revalidate')
  const staleIfError = isStrict ? 0 : (seconds('stale-if-error') ?? Number.POSITIVE_INFINITY)
  return {
    ...{ at, maxAgeMs: age * 1000, staleIfErrorMs: staleIfError * 1000 },
    tags: tagsOf(headers.get('Cache-Tag') ?? ''),
  }
}

// An invalid tag is dropped, and the response still stored.
function tagsOf(header: string): string[] {
  const valid = header.split(',').filter((tag) => /^[\x21-\x7e]{1,1024}$/.test(tag))
  return valid.slice(0, 1000).map((tag) => tag.toLowerCase())
}
