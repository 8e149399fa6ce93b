/** A mock of Google's services for a page with an API key. */
import { readFileSync } from 'node:fs'
import type { BrowserContext } from '@playwright/test'

const script = readFileSync(new URL('./mock-google-maps.js', import.meta.url), 'utf8')
const pixel = Buffer.from('R0lGODlhAQABAIAAAAAAAP///yH5BAEAAAAALAAAAAABAAEAAAIBRAA7', 'base64')

export type Google = Awaited<ReturnType<typeof mockGoogle>>

/** Mocks every other origin; `requests` are the requested URLs, `refused` the violations of the pages' policies. */
export async function mockGoogle(context: BrowserContext, home: string) {
  const requests: string[] = []
  const refused: string[] = []
  let serving = true
  // Read from the console, which also has the violations in frames.
  context.on('console', (message) => {
    if (message.text().includes('Content Security Policy')) refused.push(message.text())
  })
  await context.route(
    (url) => url.protocol.startsWith('http') && url.origin !== home,
    async (route) => {
      const request = route.request()
      requests.push(request.url())
      const type = request.resourceType()
      if (type === 'script' && !serving) return route.abort()
      await route.fulfill({
        headers: { 'Access-Control-Allow-Origin': '*', 'Access-Control-Allow-Headers': '*' },
        ...responseTo(type, request.postData()),
      })
    },
  )
  return {
    requests,
    refused,
    refuseScripts: () => {
      serving = false
    },
  }
}

function responseTo(type: string, sent: string | null) {
  if (type === 'script') return { contentType: 'text/javascript', body: script }
  if (type === 'stylesheet') return { contentType: 'text/css', body: '' }
  if (type === 'image') return { contentType: 'image/gif', body: pixel }
  if (type === 'font') return { status: 404 }
  const { input } = JSON.parse(sent ?? '{}')
  return {
    json: { suggestions: [{ placePrediction: { text: { text: `${input}, London, UK` } } }] },
  }
}
