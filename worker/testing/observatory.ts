/** Scores a response by the rules of the HTTP Observatory (its scoring page, 2024). */

export type Recorded = { url: string; headers: Headers; html: string; redirectsToHttps: boolean }

type Finding = { rule: string; points: number }

const baseline = 100
/** A bonus counts only from this score. */
const bonusFrom = 90

/** The score of a recorded response, and the findings it consists of. */
export function scoreOf(recorded: Recorded): { score: number; findings: Finding[] } {
  const findings = rules.flatMap((rule) => rule(recorded) ?? [])
  const sum = (some: Finding[]) => some.reduce((all, { points }) => all + points, 0)
  const without = baseline + sum(findings.filter(({ points }) => points < 0))
  const bonus = without >= bonusFrom ? sum(findings.filter(({ points }) => points > 0)) : 0
  return { score: Math.max(0, without + bonus), findings }
}

type Rule = (recorded: Recorded) => Finding | undefined

const rules: Rule[] = [
  policyRule,
  cookieRule,
  sharingRule,
  redirectionRule,
  referrerRule,
  transportRule,
  integrityRule,
  typeRule,
  framingRule,
  embeddingRule,
]

function policyRule({ headers }: Recorded): Finding {
  const policy = directivesOf(headers)
  const finding = (points: number) => ({ rule: 'Content-Security-Policy', points })
  if (policy.size === 0) return finding(-25)
  const script = policy.get('script-src') ?? policy.get('default-src')
  const style = policy.get('style-src') ?? policy.get('default-src')
  const all = [...policy.values()].flat()
  const strict = script?.some((source) => /^'(?:nonce-|sha\d+-|strict-dynamic)/.test(source))
  if (!script || (script.includes("'unsafe-inline'") && !strict)) return finding(-20)
  if (script.some((source) => /^(?:\*|https?:|data:)$/.test(source)) && !strict) return finding(-20)
  if (all.some((source) => /^(?:http|ws|ftp):/.test(source))) return finding(-20)
  if (script.includes("'unsafe-eval'")) return finding(-10)
  if (!style || style.includes("'unsafe-inline'")) return finding(0)
  return finding(policy.get('default-src')?.join() === "'none'" ? 10 : 5)
}

/** The directives of the Content-Security-Policy. Of repeated ones the first counts, as in browsers. */
export function directivesOf(headers: Headers): Map<string, string[]> {
  const policy = new Map<string, string[]>()
  for (const text of (headers.get('Content-Security-Policy') ?? '').split(';')) {
    const [name, ...sources] = text.trim().split(/\s+/)
    if (name && !policy.has(name)) policy.set(name, sources)
  }
  return policy
}

function cookieRule({ headers }: Recorded): Finding | undefined {
  const cookies = headers.getSetCookie()
  if (cookies.length === 0) return undefined
  const isSession = (cookie: string) => /^[^=]*(?:sid|sess|login)/i.test(cookie)
  const finding = (points: number) => ({ rule: 'Cookies', points })
  if (cookies.some((one) => isSession(one) && !/; *secure/i.test(one))) return finding(-40)
  if (cookies.some((one) => isSession(one) && !/; *httponly/i.test(one))) return finding(-30)
  if (cookies.some((one) => !/; *secure/i.test(one))) return finding(-20)
  return finding(cookies.every((one) => /; *samesite=(?:lax|strict)/i.test(one)) ? 5 : 0)
}

function sharingRule({ headers }: Recorded): Finding | undefined {
  const open = headers.get('Access-Control-Allow-Credentials') === 'true'
  return open ? { rule: 'Cross-origin sharing', points: -50 } : undefined
}

function redirectionRule({ redirectsToHttps }: Recorded): Finding | undefined {
  return redirectsToHttps ? undefined : { rule: 'Redirection', points: -20 }
}

const privatePolicies =
  /^(?:no-referrer|same-origin|strict-origin|strict-origin-when-cross-origin)$/

function referrerRule({ headers }: Recorded): Finding | undefined {
  const last = headers.get('Referrer-Policy')?.split(',').at(-1)?.trim()
  if (!last) return undefined
  return { rule: 'Referrer-Policy', points: privatePolicies.test(last) ? 5 : -5 }
}

const halfAYear = 15_768_000

// The bonus of 5 for the preload list of browsers is left out: a domain must be submitted to it.
function transportRule({ headers }: Recorded): Finding | undefined {
  const age = /max-age=(\d+)/.exec(headers.get('Strict-Transport-Security') ?? '')?.[1]
  const points = age === undefined ? -20 : Number(age) < halfAYear ? -10 : 0
  return { rule: 'Strict-Transport-Security', points }
}

function integrityRule({ html, url }: Recorded): Finding | undefined {
  const tags = [...html.matchAll(/<script\b[^>]*\bsrc="([^"]+)"[^>]*>/g)]
  const foreign = tags.filter(([, src = '']) => new URL(src, url).origin !== new URL(url).origin)
  const bare = foreign.filter(([tag]) => !tag.includes('integrity='))
  if (foreign.length > 0 && bare.length === 0) return { rule: 'Subresource integrity', points: 5 }
  if (bare.some(([, src = '']) => src.startsWith('http:')))
    return { rule: 'Subresource integrity', points: -50 }
  return bare.length > 0 ? { rule: 'Subresource integrity', points: -5 } : undefined
}

function typeRule({ headers }: Recorded): Finding | undefined {
  const isSet = headers.get('X-Content-Type-Options') === 'nosniff'
  return isSet ? undefined : { rule: 'X-Content-Type-Options', points: -5 }
}

function framingRule({ headers }: Recorded): Finding {
  const finding = (points: number) => ({ rule: 'Framing', points })
  if (directivesOf(headers).has('frame-ancestors')) return finding(5)
  return finding(/^(?:deny|sameorigin)$/i.test(headers.get('X-Frame-Options') ?? '') ? 0 : -20)
}

function embeddingRule({ headers }: Recorded): Finding | undefined {
  const policy = headers.get('Cross-Origin-Resource-Policy')
  if (!policy) return undefined
  const points = { 'same-origin': 10, 'same-site': 10, 'cross-origin': 0 }[policy] ?? -5
  return { rule: 'Cross-Origin-Resource-Policy', points }
}
