/** What the journeys can do in every engine; `firefox.ts` and `webkit.ts` implement it. */

/** A selector is CSS, or XPath if it starts with `//`. Actions wait up to 15 seconds for their element to be visible. */
export type Visitor = {
  open: (path: string) => Promise<void>
  click: (selector: string) => Promise<void>
  /** Replaces the content of a field. */
  fill: (selector: string, text: string) => Promise<void>
  press: (key: 'Enter' | 'Escape' | 'ArrowRight') => Promise<void>
  /** Selects a file in a file input, which may be hidden. */
  upload: (selector: string, path: string) => Promise<void>
  /** Runs the body of an async function in the page; returns its JSON. */
  run: (body: string) => Promise<unknown>
  screenshot: () => Promise<Buffer>
  close: () => Promise<void>
}

export type VisitorOptions = {
  origin: string
  size: 'phone' | 'desktop'
}

export type Engine = {
  newVisitor: (options: VisitorOptions) => Promise<Visitor>
  close: () => Promise<void>
}

export const sizes = {
  phone: { width: 390, height: 844 },
  desktop: { width: 1440, height: 900 },
}

export const waitMs = 15_000

/** Returns the XPath of a button or link with this name. */
export function named(name: string): string {
  return `//*[(self::button or self::a or self::summary) and (normalize-space()='${name}' or @aria-label='${name}')]`
}
