/** How the video of a card is shown: in the player of YouTube or Vimeo, as a file, or as a link to any other page. */
import { safeLink } from '../schema/link.ts'

type Video = {
  /** A `link` opens in a new tab; the others play on the card. */
  kind: 'youtube' | 'vimeo' | 'file' | 'link'
  href: string
  src: string
  host: string
  /** The id of a YouTube or Vimeo video, for its still; with its key, as in the path, if a Vimeo video is unlisted. */
  id?: string
}

/** Returns how a video is played or opened; undefined for a URL that is neither https nor from YouTube or Vimeo. */
export function video(address: string | null): Video | undefined {
  const href = safeLink(address)
  // Never throws: safeLink returns only what a parser accepts.
  const url = href ? new URL(href) : undefined
  if (!href || !url || !/^https?:$/.test(url.protocol)) return undefined
  const player = youtube(href, url) ?? vimeo(href, url)
  if (player || url.protocol === 'http:') return player
  return { kind: isFile(url) ? 'file' : 'link', href, src: href, host: url.origin }
}

const youtubeHost =
  /^(?:(?:www|m|music)\.)?youtube\.com$|^(?:www\.)?youtube-nocookie\.com$|^(?:www\.)?youtu\.be$/
const youtubePaths = new Set(['embed', 'shorts', 'live', 'v', 'vi', 'e', 'watch'])
// Path segments as long as an id that are not ids: an embedded playlist, and the live video of a channel.
const noVideos = new Set(['videoseries', 'live_stream'])

function youtube(href: string, { hostname, pathname, searchParams }: URL): Video | undefined {
  if (!youtubeHost.test(hostname)) return undefined
  const host = 'https://www.youtube-nocookie.com'
  const play = 'autoplay=1&rel=0'
  const [, first = '', second = ''] = pathname.split('/')
  const list = searchParams.get('list') ?? ''
  const isList = first === 'playlist' || second === 'videoseries'
  if (isList && /^[\w-]{12,64}$/.test(list))
    return { kind: 'youtube', href, src: `${host}/embed/videoseries?list=${list}&${play}`, host }
  const id = hostname.endsWith('youtu.be') ? first : youtubeId(first, second, searchParams)
  if (!id || !/^[\w-]{11}$/.test(id) || noVideos.has(id)) return undefined
  return { kind: 'youtube', href, src: `${host}/embed/${id}?${play}`, host, id }
}

function youtubeId(first: string, second: string, query: URLSearchParams): string | undefined {
  if (first === 'watch' && second === '') return query.get('v') ?? query.get('vi') ?? undefined
  if (first === 'attribution_link') return /[?&]v=([\w-]+)/.exec(query.get('u') ?? '')?.[1]
  return youtubePaths.has(first) ? second : undefined
}

const vimeoHost = /^(?:(?:www|player)\.)?vimeo\.com$/
const vimeoPath =
  /^\/(?:video\/|manage\/videos\/|channels\/[^/]+\/|groups\/[^/]+\/videos\/|(?:album|showcase)\/\d+\/video\/)?(\d{4,12})(?:\/([0-9a-f]{6,20}))?(?:\/|$)/
const vimeoKey = /^[0-9a-f]{6,20}$/

// The player of an unlisted video requires its key, which is in the path or in `h`.
function vimeo(href: string, { hostname, pathname, searchParams }: URL): Video | undefined {
  const [, id, inPath] = (vimeoHost.test(hostname) && vimeoPath.exec(pathname)) || []
  if (!id) return undefined
  const host = 'https://player.vimeo.com'
  const key = searchParams.get('h') ?? inPath ?? ''
  const src = `${host}/video/${id}?autoplay=1&dnt=1`
  return vimeoKey.test(key)
    ? { kind: 'vimeo', href, src: `${src}&h=${key}`, host, id: `${id}/${key}` }
    : { kind: 'vimeo', href, src, host, id }
}

// At these hosts, and in wikis, repositories and archives, a URL that ends in a file name is a page.
const pageHosts = /^(?:www\.)?(?:dropbox|github|gitlab)\.com$/
const pagePaths = /\/(?:wiki|blob)\/|^\/details\//

function isFile({ hostname, pathname }: URL): boolean {
  const isNamed = /\.(?:mp4|m4v|webm|mov|ogv)$/i.test(pathname)
  return isNamed && !pageHosts.test(hostname) && !pagePaths.test(pathname)
}
