/** Parses User-Agent headers. */
import bowser from 'bowser'

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
