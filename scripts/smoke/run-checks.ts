/** Runs the checks of `npm run smoke` one after the other. */
import type * as z from 'zod/mini'

type SmokeOptions = { address: string; card?: string; username: string; password: string }

/** What the checks share; those of the session fill in the cookie and the card. */
export type Site = {
  origin: string
  slug?: string
  username: string
  password: string
  cookie?: string
  userId?: number
  cardId?: number
  /** The page of the card. */
  page?: { html: string; response: Response }
  get: (path: string, headers?: Record<string, string>) => Promise<Response>
  post: (path: string, body: unknown, headers?: Record<string, string>) => Promise<Response>
}

export type Check = {
  name: string
  needs?: 'card' | 'user' | 'card and user'
  /** Throws an error whose message is the fault. */
  run: (site: Site) => Promise<void>
}

const timeoutMs = 20_000

// Bots are not counted, so the view must come from a browser.
const userAgent =
  'Mozilla/5.0 (X11; Linux x86_64) AppleWebKit/537.36 (KHTML, like Gecko) Chrome/142.0.0.0 Safari/537.36'

/** Why the address or the credentials cannot be used, in one sentence; undefined if a server responds. */
export async function siteError(options: SmokeOptions): Promise<string | undefined> {
  const url = URL.parse(options.address)
  if (!url || !/^https?:$/.test(url.protocol) || url.pathname !== '/' || url.search || url.username)
    return 'Give the address of the installation without a path, such as https://cards.example.com. See --help.'
  if (Boolean(options.username) !== Boolean(options.password))
    return 'Set both SMOKE_USERNAME and SMOKE_PASSWORD, or neither.'
  if (options.card !== undefined && !/^[a-z0-9-]+$/.test(options.card))
    return 'The card must be a slug, such as ada in /view/ada.'
  try {
    await siteOf(options).get('/healthz')
  } catch {
    return 'No server responds at this address.'
  }
  return undefined
}

/** Prints one line for each check and the totals, and returns them. */
export async function runChecks(
  checks: Check[],
  options: SmokeOptions,
  print: (line: string) => void,
) {
  const site = siteOf(options)
  const start = Date.now()
  const total = { passed: 0, failed: 0, skipped: 0 }
  for (const check of checks) {
    const lacks = lacking(check, site)
    const begun = Date.now()
    const fault = lacks ? undefined : await faultOf(check, site)
    if (lacks) total.skipped += 1
    else if (fault) total.failed += 1
    else total.passed += 1
    const rest = lacks ?? fault ?? `${Date.now() - begun} ms`
    print(`${lacks ? 'skip' : fault ? 'FAIL' : 'ok  '}  ${check.name}: ${rest}`)
  }
  const seconds = ((Date.now() - start) / 1000).toFixed(1)
  print(
    `${checks.length} checks of ${site.origin}: ${total.passed} passed, ${total.failed} failed, ${total.skipped} skipped, in ${seconds} s`,
  )
  return total
}

function lacking({ needs }: Check, site: Site): string | undefined {
  if (needs?.includes('user') && !site.username) return 'needs SMOKE_USERNAME and SMOKE_PASSWORD'
  if (needs?.includes('card') && !site.slug) return 'needs --card, or a user with a live card'
  return undefined
}

async function faultOf(check: Check, site: Site): Promise<string | undefined> {
  try {
    await check.run(site)
    return undefined
  } catch (error) {
    return error instanceof Error ? error.message : String(error)
  }
}

function siteOf({ address, card, username, password }: SmokeOptions): Site {
  const { origin } = new URL(address)
  const call = (path: string, init: RequestInit, headers: Record<string, string> = {}) =>
    fetch(new URL(path, origin), {
      ...{ ...init, redirect: 'manual', signal: AbortSignal.timeout(timeoutMs) },
      headers: { 'User-Agent': userAgent, ...headers },
    })
  return {
    ...{ origin, slug: card, username, password },
    get: (path, headers) => call(path, {}, headers),
    post: (path, body, headers) =>
      call(
        path,
        { method: 'POST', body: JSON.stringify(body) },
        { 'Content-Type': 'application/json', ...headers },
      ),
  }
}

/** Throws the fault if this is not the case. */
export function requireThat(isRight: unknown, fault: string): asserts isRight {
  if (!isRight) throw new Error(fault)
}

type Expected = { status?: number; type?: string; headers?: Record<string, RegExp> }

/** Returns the response; throws if it has another status or content type, or a header that does not match. */
export function requireResponse(response: Response, expected: Expected = {}): Response {
  const { status = 200, type = '', headers = {} } = expected
  requireThat(response.status === status, `status ${response.status} instead of ${status}`)
  const found = response.headers.get('Content-Type') ?? 'none'
  requireThat(found.startsWith(type) || !type, `content type ${found} instead of ${type}`)
  for (const [name, pattern] of Object.entries(headers)) {
    const value = response.headers.get(name)
    requireThat(pattern.test(value ?? ''), `${name} is ${value ?? 'missing'}`)
  }
  return response
}

/** The JSON of a response; throws if it has another form. */
export async function readJson<T extends z.ZodMiniType>(
  response: Response,
  shape: T,
): Promise<z.infer<T>> {
  const { data, success } = shape.safeParse(await response.json().catch(() => undefined))
  requireThat(success, 'the answer has another form')
  return data
}
