/** The images of a pass for Apple Wallet, as PNG in the three scales of Apple's screens. */
import { encode } from 'fast-png'
import { themeColors } from '../../card/themes/theme-colors.ts'
import { luminance } from '../../schema/luminance.ts'
import type { Bindings } from '../env.ts'
import { findImage, transformImage } from '../images/image-store.ts'
import { cachedPwaSettings, touchIcon } from '../pwa/settings.ts'
import type { WalletPass } from './wallet-passes.ts'

// In points (developer.apple.com, Wallet Developer Guide, "Pass Design and Creation").
const iconSide = 29
const logoSize = { width: 160, height: 50 }
const thumbnailSide = 90
const scales = [1, 2, 3]

type Bytes = Uint8Array<ArrayBuffer>
type Files = Record<string, Bytes>
type Draw = (scale: number) => Promise<Bytes | undefined>

/** The files by name. Without Images, or for images of other sites, only a plain icon, which every pass must have. */
export async function passImages(env: Bindings, pass: WalletPass): Promise<Files> {
  const [icon, logo, photo] = await Promise.all([
    readAppIcon(env),
    readStored(env, pass.images.logo),
    readStored(env, pass.images.photo),
  ])
  const files = await Promise.all([
    inScales('icon', async (scale) => {
      const side = iconSide * scale
      return (await square(env, icon, side)) ?? plainSquare(side, pass.theme)
    }),
    inScales('logo', (scale) =>
      logo
        ? drawLogo(env, pass, { bytes: logo, scale })
        : square(env, icon, logoSize.height * scale),
    ),
    inScales('thumbnail', (scale) => square(env, photo, thumbnailSide * scale)),
  ])
  return Object.assign({}, ...files)
}

async function inScales(name: string, draw: Draw): Promise<Files> {
  const drawn = await Promise.all(scales.map(async (scale) => [scale, await draw(scale)] as const))
  return Object.fromEntries(
    drawn.flatMap(([scale, bytes]) =>
      bytes ? [[`${name}${scale === 1 ? '' : `@${scale}x`}.png`, bytes]] : [],
    ),
  )
}

async function square(env: Bindings, bytes: Bytes | undefined, side: number) {
  if (!bytes) return undefined
  return png(env, bytes, { transform: { width: side, height: side, fit: 'cover' } })
}

/** As on the card, a logo with too little contrast stands on a plate. */
function drawLogo(
  env: Bindings,
  pass: WalletPass,
  { bytes, scale }: { bytes: Bytes; scale: number },
) {
  const { surf, text } = themeColors(pass.theme)
  const isDark = luminance(surf) < 0.5
  const isHidden = pass.logoTone === (isDark ? 'dark' : 'light')
  const size = { width: logoSize.width * scale, height: logoSize.height * scale }
  return png(env, bytes, {
    transform: { ...size, fit: 'contain' },
    ...(isHidden ? { background: text } : {}),
  })
}

async function png(
  env: Bindings,
  bytes: Bytes,
  { transform, background }: { transform: ImageTransform; background?: string },
): Promise<Bytes | undefined> {
  const output = { format: 'image/png' as const, ...(background ? { background } : {}) }
  const drawn = await transformImage(env, bytes, { transform, output })
  return drawn && new Uint8Array(drawn)
}

function plainSquare(side: number, theme: string): Bytes {
  const { accent } = themeColors(theme)
  const color = [1, 3, 5].map((at) => Number.parseInt(accent.slice(at, at + 2), 16))
  const data = Uint8Array.from({ length: side * side * 3 }, (_, at) => color[at % 3] ?? 0)
  return new Uint8Array(encode({ width: side, height: side, data, channels: 3, depth: 8 }))
}

/** Whether an image can be in a pass: Images cannot read SVG, and those of other sites are not read. */
export function isDrawable(path: string | undefined): boolean {
  return nameOf(path) !== undefined
}

function nameOf(path = ''): string | undefined {
  return /^\/images\/([\w-]+\.(?:png|jpg|webp|gif))$/.exec(path)?.[1]
}

async function readStored(env: Bindings, path: string | undefined): Promise<Bytes | undefined> {
  const name = nameOf(path)
  const image = name ? await findImage(env.MEDIA, name).catch(() => undefined) : undefined
  return image && image.extension !== 'svg' ? new Uint8Array(image.body) : undefined
}

async function readAppIcon(env: Bindings): Promise<Bytes | undefined> {
  const path = touchIcon(await cachedPwaSettings(env))
  if (path.startsWith('/images/')) return readStored(env, path)
  const file = await env.ASSETS.fetch(new URL(path, 'https://assets.internal')).catch(
    () => undefined,
  )
  const isPng = file?.ok && file.headers.get('Content-Type') === 'image/png'
  return isPng ? new Uint8Array(await file.arrayBuffer()) : undefined
}
