/** How a place and a device are stored, and how they read. */

/** Country, region and city as one stored text, e.g. `DE|Bavaria|Munich`; `Unknown` when none is known. */
export function placeKey(country?: string, region?: string, city?: string): string {
  const parts = [country, region, city].map((part) =>
    (part ?? '').replaceAll('|', ' ').slice(0, 60),
  )
  return parts.some(Boolean) ? parts.join('|') : 'Unknown'
}

/** A stored place for people: `Munich, Bavaria, DE`. */
export function placeText(key: string | null): string {
  return (key ?? '').split('|').filter(Boolean).reverse().join(', ') || 'Unknown'
}

export const deviceTypes = ['Mobile', 'Tablet', 'Desktop', 'Bot'] as const

/** Device, operating system and browser as one stored text, e.g. `Mobile|iOS|Safari`. */
export function deviceKey(type: string, os?: string, browser?: string): string {
  return [type, os || 'Unknown', browser || 'Unknown']
    .map((part) => part.replaceAll('|', ' ').slice(0, 40))
    .join('|')
}

/** A stored device for people: `Mobile, iOS, Safari`. */
export function deviceText(key: string | null): string {
  return (
    (key || 'Unknown')
      .split('|')
      .filter((part) => part !== 'Unknown')
      .join(', ') || 'Unknown'
  )
}
