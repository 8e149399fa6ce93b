/** 128 random bits that tell one request from every other. */
export function newClientId(): string {
  // `crypto.randomUUID` is missing over plain http, as on the local network.
  return Array.from(crypto.getRandomValues(new Uint8Array(16)), (byte) =>
    byte.toString(16).padStart(2, '0'),
  ).join('')
}
