/** The IP address a request comes from, and the networks it belongs to. */

const ipv4 = /^(?:::ffff:)?((\d{1,3}\.\d{1,3}\.\d{1,3})\.\d{1,3})$/i

/** What requests are counted by: the whole IPv4 address, the /64 of an IPv6 one, `local` when the edge names none. */
export function clientAddress(request: Request): string {
  const address = request.headers.get('CF-Connecting-IP') ?? 'local'
  return groupsOf(address)?.slice(0, 4).join(':') ?? address
}

/**
 * What one site has at most: an IPv4 address, or an IPv6 /48 (RFC 6177). An IPv4 /24 would be many: providers put
 * thousands of people behind one.
 */
export function clientNetwork(address: string): string {
  return ipv4.exec(address)?.[1] ?? networkPrefix(address)
}

/** IPv4 as /24, IPv6 as /48; `Unknown` when it is neither. */
export function networkPrefix(address: string): string {
  const four = ipv4.exec(address)?.[2]
  if (four) return `${four}.0/24`
  const groups = groupsOf(address)
  return groups ? `${groups.slice(0, 3).join(':')}::/48` : 'Unknown'
}

/** The eight groups of an IPv6 address, without leading zeros; undefined when it is none. */
function groupsOf(address: string): string[] | undefined {
  if (!address.includes(':') || !URL.canParse(`http://[${address}]`)) return undefined
  const [head = '', tail] = new URL(`http://[${address}]`).hostname.slice(1, -1).split('::')
  const left = head.split(':').filter(Boolean)
  const right = (tail ?? '').split(':').filter(Boolean)
  const zeros = new Array<string>(Math.max(0, 8 - left.length - right.length)).fill('0')
  return [...left, ...zeros, ...right]
}
