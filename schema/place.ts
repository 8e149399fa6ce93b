/** Storage keys and display texts of places and devices. */

/** Returns country, region and city as one stored text, e.g. `DE|Bavaria|Munich`; `Unknown` if all are missing. */
export function placeKey(country?: string, region?: string, city?: string): string {
  const parts = [country, region, city].map((part) =>
    (part ?? '').replaceAll('|', ' ').slice(0, 60),
  )
  return parts.some(Boolean) ? parts.join('|') : 'Unknown'
}

/** Returns the display text of a stored place: `Munich, Bavaria, DE`. */
export function placeText(key: string | null): string {
  return (key ?? '').split('|').filter(Boolean).reverse().join(', ') || 'Unknown'
}

export const deviceTypes = ['Mobile', 'Tablet', 'Desktop', 'Bot'] as const

/** Returns device, operating system and browser as one stored text, e.g. `Mobile|iOS|Safari`. */
export function deviceKey(type: string, os?: string, browser?: string): string {
  return [type, os || 'Unknown', browser || 'Unknown']
    .map((part) => part.replaceAll('|', ' ').slice(0, 40))
    .join('|')
}

/** Returns the display text of a stored device: `Mobile, iOS, Safari`. */
export function deviceText(key: string | null): string {
  return (
    (key || 'Unknown')
      .split('|')
      .filter((part) => part !== 'Unknown')
      .join(', ') || 'Unknown'
  )
}
