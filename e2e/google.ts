/** A stand-in for what Google serves to a page with a key. */
import { readFileSync } from 'node:fs'
import type { BrowserContext } from '@playwright/test'

const script = readFileSync(new URL('./google-stand-in.js', import.meta.url), 'utf8')
const pixel = Buffer.from('R0lGODlhAQABAIAAAAAAAP///yH5BAEAAAAALAAAAAABAAEAAAIBRAA7', 'base64')

export type Google = Awaited<ReturnType<typeof standInForGoogle>>

/** Answers for every host but ours as Google would; tells what was asked, and what the pages' policies refused. */
export async function standInForGoogle(context: BrowserContext, home: string) {
  const asked: string[] = []
  const refused: string[] = []
  let serving = true
  // The page's own listener would have to be let out of a frame; the browser writes each refusal to the console anyway.
  context.on('console', (message) => {
    if (message.text().includes('Content Security Policy')) refused.push(message.text())
  })
  await context.route(
    (url) => url.protocol.startsWith('http') && url.origin !== home,
    async (route) => {
      const request = route.request()
      asked.push(request.url())
      const type = request.resourceType()
      if (type === 'script' && !serving) return route.abort()
      await route.fulfill({
        headers: { 'Access-Control-Allow-Origin': '*', 'Access-Control-Allow-Headers': '*' },
        ...answerTo(type, request.postData()),
      })
    },
  )
  return {
    asked,
    refused,
    refuseScripts: () => {
      serving = false
    },
  }
}

function answerTo(type: string, sent: string | null) {
  if (type === 'script') return { contentType: 'text/javascript', body: script }
  if (type === 'stylesheet') return { contentType: 'text/css', body: '' }
  if (type === 'image') return { contentType: 'image/gif', body: pixel }
  if (type === 'font') return { status: 404 }
  const { input } = JSON.parse(sent ?? '{}')
  return {
    json: { suggestions: [{ placePrediction: { text: { text: `${input}, London, UK` } } }] },
  }
}
