/** The card themes and their display names. The keys are stored with cards. */
import * as z from 'zod/mini'

export const themeNames = {
  minimalist: 'Minimalist Sophistication',
  dynamic: 'Dynamic Animation',
  nonprofit: 'Nonprofit / Environmental',
  education: 'Education',
  health: 'Health and Wellness',
  beauty: 'Beauty and Fashion',
  corporate: 'Corporate / Executive',
  creative: 'Creative / Visual Arts',
  tech: 'Tech / IT Professional',
} as const

/** Any `[a-z0-9_-]{1,40}`, as stored with a card. A theme without a name above is rendered in amber. */
export const Theme = z.string().check(z.regex(/^[a-z0-9_-]{1,40}$/, 'Theme is not valid'))

export const defaultTheme = 'minimalist'

/** Returns the display name of a theme; for an unknown theme the value itself, with spaces for underscores. */
export function themeName(theme: string): string {
  return (
    new Map<string, string>(Object.entries(themeNames)).get(theme) ?? theme.replaceAll('_', ' ')
  )
}
