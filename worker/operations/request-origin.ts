/** The origin of a request as the audit log stores it: country, network and device, never the address. */
import { createHmac } from 'node:crypto'
import type { Context } from 'hono'
import { deviceName } from '../accounts/sessions.ts'
import type { App } from '../env.ts'
import { networkPrefix } from '../platform/client-network.ts'

export type RequestOrigin = {
  country: string | null
  asn: number | null
  asOrganization: string | null
  network: string | null
  device: string
}

export function requestOrigin(c: Context<App>): RequestOrigin {
  const { country, asn, asOrganization } = c.req.raw.cf ?? {}
  return {
    country: typeof country === 'string' && /^[A-Z][A-Z0-9]$/.test(country) ? country : null,
    asn: typeof asn === 'number' ? asn : null,
    asOrganization: typeof asOrganization === 'string' ? asOrganization.slice(0, 100) : null,
    network: networkHash(c),
    device: deviceName(c),
  }
}

/** A keyed hash of the IPv4 /24 or IPv6 /48: stable for one `PEPPER`, and not reversible without it. */
export function networkHash(c: Context<App>): string | null {
  const prefix = networkPrefix(c.req.header('CF-Connecting-IP') ?? '')
  if (prefix === 'Unknown') return null
  const hash = createHmac('sha256', c.env.PEPPER).update(`security events\n${prefix}`).digest()
  return hash.subarray(0, 12).toString('base64url')
}
