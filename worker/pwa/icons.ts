/** Which picture stands for the installed app where: the saved ones, or those drawn with the product. */
import type { PwaSettings } from '../../schema/pwa.ts'

export type AppIcon = { src: string; sizes: string; type: string; purpose: 'any' | 'maskable' }

const drawn: AppIcon[] = [
  { src: '/icons/icon-192.png', sizes: '192x192', type: 'image/png', purpose: 'any' },
  { src: '/icons/icon-512.png', sizes: '512x512', type: 'image/png', purpose: 'any' },
  { src: '/icons/maskable-512.png', sizes: '512x512', type: 'image/png', purpose: 'maskable' },
]

/** For the manifest. Drawn ones never stand beside uploaded ones: an app has one face. */
export function appIcons({ icons, enableSplashScreen, splashImage }: PwaSettings): AppIcon[] {
  const { icon192, icon512, iconMaskable } = icons
  const any = [icon192, icon512].flatMap((url) => url ?? [])
  const plain = any.length > 0 ? any : [iconMaskable].flatMap((url) => url ?? [])
  const own = plain.length > 0
  // Android draws its splash out of the icon nearest to 192 dp, which on a sharp screen is one of more than 512 pixels.
  const splash = enableSplashScreen && splashImage ? [splashImage] : []
  return [
    ...(own ? plain.map((url) => icon(url, 'any')) : drawn),
    ...splash.map((url) => icon(url, 'any')),
    ...(own && iconMaskable ? [icon(iconMaskable, 'maskable')] : []),
  ]
}

/** For the tab of a browser. */
export function tabIcon({ icons }: PwaSettings): { href: string; type: string } {
  const own = icons.icon192 ?? icons.icon512 ?? icons.iconMaskable
  return own ? { href: own, type: typeOf(own) } : { href: '/favicon.svg', type: 'image/svg+xml' }
}

/** For the home screen of an iPhone, which takes no SVG and fills what is transparent with black. */
export function touchIcon({ icons }: PwaSettings): string {
  const own = [icons.icon192, icons.icon512, icons.iconMaskable]
  return own.find((url) => url && !url.endsWith('.svg')) ?? '/icons/apple-touch-180.png'
}

function icon(src: string, purpose: 'any' | 'maskable'): AppIcon {
  return { src, sizes: sizeOf(src), type: typeOf(src), purpose }
}

/** A stored picture says in its name how wide it is. */
function sizeOf(url: string): string {
  if (url.endsWith('.svg')) return 'any'
  const width = /-(\d+)\.\w+$/.exec(url)?.[1]
  return `${width}x${width}`
}

function typeOf(url: string): string {
  return { svg: 'image/svg+xml', jpg: 'image/jpeg' }[url.slice(-3)] ?? 'image/png'
}
