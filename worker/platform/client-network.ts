/** The client's IP address and network. */

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
