/** The web app manifest (W3C Web Application Manifest), made of the settings. */
import type { PwaSettings } from '../../schema/pwa.ts'
import { pocketPath } from '../../schema/screens.ts'
import { appIcons } from './icons.ts'

export function manifestOf(settings: PwaSettings) {
  const { appName, shortName, description, themeColor, backgroundColor } = settings
  return {
    // The identity of an installed app: another one would be another app.
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
