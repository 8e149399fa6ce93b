/**
 * Mock hosts of video stills; the id of a video decides what its host answers. Runs outside the Workers runtime; only
 * `mock-services.ts` imports this.
 */
import { jpeg, makePng } from './images.ts'

const requests = new Map<string, number>()
const held = new Map<string, PromiseWithResolvers<() => void>>()

/**
 * What a host of stills answers; undefined for other hosts. `/requests/{id}` is the number of requests for a video.
 * `/release/{id}` waits for a request for the video `held…`, and lets it end.
 */
export async function mockVideoHosts(url: URL): Promise<Response | undefined> {
  const [, action, id = ''] = url.pathname.split('/')
  if (url.host === 'i.vimeocdn.com' || url.host === 'elsewhere.test') return new Response(jpeg)
  if (url.host === 'vimeo.com') return oEmbed(url.searchParams.get('url') ?? '')
  if (url.host !== 'i.ytimg.com') return undefined
  if (action === 'requests') return Response.json(requests.get(id) ?? 0)
  if (action === 'release') {
    const end = await heldRequest(id).promise
    end()
    return new Response()
  }
  requests.set(id, (requests.get(id) ?? 0) + 1)
  return youtubeStill(id, url.pathname.includes('maxres'))
}

async function youtubeStill(id: string, isLarge: boolean): Promise<Response> {
  const answers: Record<string, () => Response | Promise<Response>> = {
    okay: () => new Response(jpeg),
    small: () => (isLarge ? new Response(null, { status: 404 }) : new Response(jpeg)),
    large: () => new Response(Buffer.concat([jpeg, Buffer.alloc(6_000_000)])),
    page: () => new Response('<html></html>', { headers: { 'Content-Type': 'image/jpeg' } }),
    png: () => new Response(makePng(64, 36), { headers: { 'Content-Type': 'image/jpeg' } }),
    moved: () => Response.redirect('https://i.ytimg.com/vi/okay-moved-to/hqdefault.jpg', 302),
    silent: () => new Promise(() => {}),
    stalled: () => new Response(new ReadableStream({ start: (body) => body.enqueue(jpeg) })),
    held: async () => {
      await new Promise<void>((resolve) => heldRequest(id).resolve(resolve))
      return new Response(jpeg)
    },
  }
  return answers[id.split('-')[0] ?? '']?.() ?? new Response(null, { status: 404 })
}

function heldRequest(id: string): PromiseWithResolvers<() => void> {
  const known = held.get(id) ?? Promise.withResolvers<() => void>()
  held.set(id, known)
  return known
}

function oEmbed(video: string): Response {
  const stills: Record<string, string> = {
    'https://vimeo.com/1000001': 'https://i.vimeocdn.com/video/1-d_1280',
    'https://vimeo.com/1000002/abcdef1234': 'https://i.vimeocdn.com/video/2-d_1280',
    'https://vimeo.com/1000003': 'https://elsewhere.test/video/3',
    'https://vimeo.com/1000004': 'http://i.vimeocdn.com/video/4',
    'https://vimeo.com/1000005': 'https://i.vimeocdn.com:8443/video/5',
    'https://vimeo.com/1000007': 'https://127.0.0.1/video/7',
    'https://vimeo.com/1000008': 'https://[fd00::1]/video/8',
    'https://vimeo.com/1000009': 'https://i.vimeocdn.com@169.254.169.254/video/9',
  }
  const padding = video.endsWith('1000006') ? ' '.repeat(100_000) : ''
  return Response.json({ thumbnail_url: stills[video] ?? 'https://i.vimeocdn.com/x', padding })
}
