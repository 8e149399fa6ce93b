/**
 * Mock HTTP services: a geocoder, an email provider, hosts of video stills, an OpenAPI linter, OpenSSL and programs that
 * read our files. Runs outside the Workers runtime; only `vitest.config.ts` imports this.
 */
import { lintOpenApi } from './lint-openapi.ts'
import { mockVideoHosts } from './mock-video-hosts.ts'
import { verifySignature } from './openssl.ts'
import { queryWithDuckDb, readWithDuckDb, readWithPython, validateXml } from './reading-programs.ts'

let geocodeCount = 0

type MockRequest = { url: string; headers: Headers; text: () => Promise<string> }

export async function mockServices(request: MockRequest) {
  const url = new URL(request.url)
  const isMail = url.host === 'outbox.test'
  const agent = request.headers.get('User-Agent') ?? ''
  if (url.host === 'geocoder.test' && agent.includes('support@example.com'))
    return geocode(url.searchParams.get('q') ?? '')
  if (url.host === 'openapi-lint.test')
    return Response.json(await lintOpenApi(await request.text()))
  if (url.host === 'openssl.test') return verifySignature(await request.text())
  if (url.host === 'python.test') return readWithPython(await request.text())
  if (url.host === 'duckdb.test')
    return (url.pathname === '/query' ? queryWithDuckDb : readWithDuckDb)(await request.text())
  if (url.host === 'xml.test') return validateXml(await request.text())
  const still = await mockVideoHosts(url)
  return still ?? new Response('{}', { status: isMail ? 200 : 418 })
}

/**
 * Finds nothing for "Nowhere", fails for "Broken", never answers "Silent"; every other address is one degree further east
 * than the last.
 */
async function geocode(address: string) {
  if (address.includes('Broken')) return new Response('Overloaded', { status: 503 })
  if (address.includes('Silent')) await new Promise(() => {})
  geocodeCount += 1
  return Response.json(
    address.includes('Nowhere')
      ? []
      : [{ lat: '52.5', lon: String(geocodeCount), display_name: address }],
  )
}
