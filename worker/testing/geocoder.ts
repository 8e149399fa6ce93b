/** The geocoder that the worker's tests ask over HTTP. It runs beside the runtime; only `vitest.config.ts` imports this. */

let asked = 0

/** Nobody is known whose address has "Nowhere", and "Broken" fails; every other one is a step further east than the last. */
export async function answerAsGeocoder(request: { url: string; headers: Headers }) {
  const url = new URL(request.url)
  const q = url.searchParams.get('q') ?? ''
  const agent = request.headers.get('User-Agent') ?? ''
  if (url.host !== 'geocoder.test' || !agent.includes('support@example.com'))
    return new Response('Nothing should be fetched from here', { status: 418 })
  if (q.includes('Broken')) return new Response('Overloaded', { status: 503 })
  if (q.includes('Slow')) await new Promise((resolve) => setTimeout(resolve, 4000))
  asked += 1
  return Response.json(
    q.includes('Nowhere') ? [] : [{ lat: '52.5', lon: String(asked), display_name: q }],
  )
}
