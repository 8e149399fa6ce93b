/** Returns the parsed URL; undefined if it is none. `URL.parse` is newer than some browsers of `docs/browsers.md`. */
export function parseUrl(text: string, base?: string): URL | undefined {
  // A constructor that throws costs ten times as much as this check.
  return URL.canParse(text, base) ? new URL(text, base) : undefined
}
