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

/** A stored theme value: any `[a-z0-9_-]{1,40}`; unknown themes are rendered in amber. */
export const Theme = z.string().check(z.regex(/^[a-z0-9_-]{1,40}$/, 'Theme is not valid'))

export const defaultTheme = 'minimalist'

/** Returns the display name of a theme; an unknown value is shown with spaces for underscores. */
export function themeName(theme: string): string {
  return (
    new Map<string, string>(Object.entries(themeNames)).get(theme) ?? theme.replaceAll('_', ' ')
  )
}
