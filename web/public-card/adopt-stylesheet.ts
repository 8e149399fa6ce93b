/** Style sheets loaded on demand. */

const adopted = new Set<string>()

/** Adds the style sheet to the page, once. */
export function adoptStylesheet(css: string): void {
  if (adopted.has(css)) return
  adopted.add(css)
  const sheet = new CSSStyleSheet()
  sheet.replaceSync(css)
  document.adoptedStyleSheets.push(sheet)
}
