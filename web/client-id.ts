/** Returns 128 random bits in hex, as a unique request id. */
export function newClientId(): string {
  // `crypto.randomUUID` is missing over plain http, as on a local network.
  return Array.from(crypto.getRandomValues(new Uint8Array(16)), (byte) =>
    byte.toString(16).padStart(2, '0'),
  ).join('')
}
