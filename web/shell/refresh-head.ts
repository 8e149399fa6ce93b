const changing = [
  'link[rel="icon"]',
  'link[rel="apple-touch-icon"]',
  'meta[name="theme-color"]',
  'meta[name="application-name"]',
  'meta[name="apple-mobile-web-app-title"]',
  'meta[name="splash-color"]',
  'meta[name="splash-image"]',
]

/** Takes icons, names and colours of the app from the page as the worker writes it now. */
export async function refreshHead(): Promise<void> {
  const answer = await fetch(location.pathname, { cache: 'no-cache' }).catch(() => undefined)
  if (!answer?.ok) return
  const page = new DOMParser().parseFromString(await answer.text(), 'text/html')
  for (const selector of changing) {
    const next = page.querySelector(selector)
    // Anew, since some browsers do not look at a changed icon.
    if (next) document.querySelector(selector)?.replaceWith(next)
  }
}
