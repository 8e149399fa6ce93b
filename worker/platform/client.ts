/** The client of a request: its address, network and browser. */
import bowser from 'bowser'

const ipv4 = /^(?:::ffff:)?((\d{1,3}\.\d{1,3}\.\d{1,3})\.\d{1,3})$/i

/**
 * The key for per-address limits: the whole IPv4 address, the /64 of an IPv6 address, or `local` without
 * `CF-Connecting-IP`.
 */
export function clientAddress(request: Request): string {
  const address = request.headers.get('CF-Connecting-IP') ?? 'local'
  return groupsOf(address)?.slice(0, 4).join(':') ?? address
}

/**
 * The largest network that one site gets: an IPv4 address, or an IPv6 /48 (RFC 6177). An IPv4 /24 would be too wide:
 * providers put thousands of customers behind one.
 */
export function clientNetwork(address: string): string {
  return ipv4.exec(address)?.[1] ?? networkPrefix(address)
}

/** The /24 of an IPv4 address or the /48 of an IPv6 address; `Unknown` for anything else. */
export function networkPrefix(address: string): string {
  const four = ipv4.exec(address)?.[2]
  if (four) return `${four}.0/24`
  const groups = groupsOf(address)
  return groups ? `${groups.slice(0, 3).join(':')}::/48` : 'Unknown'
}

/** The eight groups of an IPv6 address without leading zeros; undefined if it is not an IPv6 address. */
function groupsOf(address: string): string[] | undefined {
  if (!address.includes(':') || !URL.canParse(`http://[${address}]`)) return undefined
  const [head = '', tail] = new URL(`http://[${address}]`).hostname.slice(1, -1).split('::')
  const left = head.split(':').filter(Boolean)
  const right = (tail ?? '').split(':').filter(Boolean)
  const zeros = new Array<string>(Math.max(0, 8 - left.length - right.length)).fill('0')
  return [...left, ...zeros, ...right]
}

/** Real browsers stay under 300 characters. Parsing takes 2 ms for 8 kB and 0.2 ms for this length. */
export const maxUserAgentLength = 512

const browsers = new Set(Object.values(bowser.BROWSER_MAP))
const systems = new Set(Object.values(bowser.OS_MAP))

type ParsedUserAgent = { browser?: string; system?: string; type?: string }

/** Browser and system are `Other` if the library does not know them; `type` is `mobile`, `tablet` or `desktop`. */
export function parseUserAgent(text: string): ParsedUserAgent {
  // The library throws for an empty string.
  const { browser, os, platform } = bowser.parse(text.slice(0, maxUserAgentLength) || ' ')
  return {
    browser: browser.name && listed(browsers, browser.name),
    system: os.name && listed(systems, os.name),
    type: platform.type,
  }
}

// For an unknown browser, the library returns text from the header.
function listed(names: Set<string>, name: string): string {
  return names.has(name) ? name : 'Other'
}
