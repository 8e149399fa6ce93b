/** Settings of the installed app: one row in D1, cached in memory for the pages that use it. */
import { sql } from 'drizzle-orm'
import { defaultPwaSettings, type PwaSettings } from '../../schema/pwa/pwa.ts'
import { pwaSettings } from '../../schema/pwa/tables.ts'
import { pocketPath } from '../../schema/screens.ts'
import type { Bindings } from '../env.ts'
import { type Db, database } from '../platform/database.ts'
import { repeatable } from '../platform/failures.ts'
import { log } from '../platform/log.ts'

const cacheMs = 5000
const rowId = 1

let memory: { settings: PwaSettings; at: number } | undefined

/** The saved settings, or the product's defaults. */
export async function findPwaSettings(env: Bindings): Promise<PwaSettings> {
  const row = await database(env.DB)
    .select({ settings: pwaSettings.settings })
    .from(pwaSettings)
    .get()
  const settings = row?.settings ?? defaultsOf(env)
  memory = { settings, at: Date.now() }
  return settings
}

/**
 * The settings, at most 5 s old; if the database fails, the last known ones or the defaults. A save in this isolate
 * applies immediately.
 */
export async function cachedPwaSettings(env: Bindings): Promise<PwaSettings> {
  if (memory && Date.now() - memory.at < cacheMs) return memory.settings
  return findPwaSettings(env).catch((error: unknown) => {
    log('warn', 'pwa settings', { error })
    return memory?.settings ?? defaultsOf(env)
  })
}

export async function savePwaSettings(db: Db, settings: PwaSettings): Promise<void> {
  const fields = { settings, updatedAt: sql`(strftime('%Y-%m-%dT%H:%M:%fZ', 'now'))` }
  await repeatable(() =>
    db
      .insert(pwaSettings)
      .values({ id: rowId, settings })
      .onConflictDoUpdate({ target: pwaSettings.id, set: fields }),
  )
  memory = undefined
}

function defaultsOf({ PRODUCT_NAME, PRODUCT_SHORT_NAME }: Bindings): PwaSettings {
  return defaultPwaSettings(PRODUCT_NAME, PRODUCT_SHORT_NAME)
}

// The web app manifest (W3C Web Application Manifest), from the settings.

export function webAppManifest(settings: PwaSettings) {
  const { appName, shortName, description, themeColor, backgroundColor } = settings
  return {
    // The identity of the installed app: browsers treat another id as another app.
    id: '/',
    name: appName,
    short_name: shortName,
    description,
    lang: 'en',
    dir: 'ltr',
    scope: '/',
    start_url: '/dashboard',
    display: 'standalone',
    theme_color: themeColor,
    background_color: backgroundColor,
    categories: ['business', 'productivity'],
    icons: appIcons(settings),
    shortcuts: [
      { name: 'Show my card', url: pocketPath('mine') },
      { name: 'Analytics', url: '/advanced-analytics' },
    ],
  }
}

// The icons of the installed app: uploaded ones, or the product's defaults.

export type AppIcon = { src: string; sizes: string; type: string; purpose: 'any' | 'maskable' }

const defaultIcons: AppIcon[] = [
  { src: '/icons/icon-192.png', sizes: '192x192', type: 'image/png', purpose: 'any' },
  { src: '/icons/icon-512.png', sizes: '512x512', type: 'image/png', purpose: 'any' },
  { src: '/icons/maskable-512.png', sizes: '512x512', type: 'image/png', purpose: 'maskable' },
]

/** Icons for the manifest. Default and uploaded icons are never mixed. */
function appIcons({ icons, enableSplashScreen, splashImage }: PwaSettings): AppIcon[] {
  const { icon192, icon512, iconMaskable } = icons
  const any = [icon192, icon512].flatMap((url) => url ?? [])
  const plain = any.length > 0 ? any : [iconMaskable].flatMap((url) => url ?? [])
  const isCustom = plain.length > 0
  // Android makes the splash screen from the icon nearest to 192 dp, which on a dense screen has more than 512 pixels.
  const splash = enableSplashScreen && splashImage ? [splashImage] : []
  return [
    ...(isCustom ? plain.map((url) => icon(url, 'any')) : defaultIcons),
    ...splash.map((url) => icon(url, 'any')),
    ...(isCustom && iconMaskable ? [icon(iconMaskable, 'maskable')] : []),
  ]
}

/** The favicon. */
export function tabIcon({ icons }: PwaSettings): { href: string; type: string } {
  const url = icons.icon192 ?? icons.icon512 ?? icons.iconMaskable
  return url ? { href: url, type: typeOf(url) } : { href: '/favicon.svg', type: 'image/svg+xml' }
}

/** The home screen icon for iOS, which does not support SVG and fills transparency with black. */
export function touchIcon({ icons }: PwaSettings): string {
  const urls = [icons.icon192, icons.icon512, icons.iconMaskable]
  return urls.find((url) => url && !url.endsWith('.svg')) ?? '/icons/apple-touch-180.png'
}

function icon(src: string, purpose: 'any' | 'maskable'): AppIcon {
  return { src, sizes: sizeOf(src), type: typeOf(src), purpose }
}

/** The name of a stored image contains its width. */
function sizeOf(url: string): string {
  if (url.endsWith('.svg')) return 'any'
  const width = /-(\d+)\.\w+$/.exec(url)?.[1]
  return `${width}x${width}`
}

function typeOf(url: string): string {
  return { svg: 'image/svg+xml', jpg: 'image/jpeg' }[url.slice(-3)] ?? 'image/png'
}
