/** Where a request came from, as far as it is kept: country, network and device, never the address. */
import { createHmac } from 'node:crypto'
import type { Context } from 'hono'
import { ipPrefix } from '../analytics/visitor.ts'
import type { App } from '../env.ts'
import { deviceName } from '../middleware/session.ts'

export type Origin = {
  country: string | null
  asn: number | null
  asOrganization: string | null
  network: string | null
  device: string
}

export function originOf(c: Context<App>): Origin {
  const { country, asn, asOrganization } = c.req.raw.cf ?? {}
  return {
    country: typeof country === 'string' && /^[A-Z][A-Z0-9]$/.test(country) ? country : null,
    asn: typeof asn === 'number' ? asn : null,
    asOrganization: typeof asOrganization === 'string' ? asOrganization.slice(0, 100) : null,
    network: networkOf(c),
    device: deviceName(c),
  }
}

/** The same for every address of an IPv4 /24 or IPv6 /48, as long as `PEPPER` is; nobody without it can tell which it is. */
export function networkOf(c: Context<App>): string | null {
  const prefix = ipPrefix(c.req.header('CF-Connecting-IP') ?? '')
  if (prefix === 'Unknown') return null
  const hash = createHmac('sha256', c.env.PEPPER).update(`security events\n${prefix}`).digest()
  return hash.subarray(0, 12).toString('base64url')
}
