import { readStored, writeStored } from './useStored.ts'

const preferences = ['light', 'dark', 'system'] as const
export type ThemePreference = (typeof preferences)[number]

// The app has only its dark look; `null` here would let the preference decide.
const forced: 'light' | 'dark' | null = 'dark'

/** What the person prefers, kept in this browser; `system` until they choose. */
export function themePreference(): ThemePreference {
  return preferences.find((preference) => preference === readStored('theme')) ?? 'system'
}

export function keepThemePreference(preference: ThemePreference): void {
  writeStored('theme', preference)
  applyTheme()
}

/** Puts the look to use on the document: the forced one, else the preferred, else the system's. */
export function applyTheme(): void {
  document.documentElement.dataset.appTheme = forced ?? wanted(themePreference())
}

function wanted(preference: ThemePreference): 'light' | 'dark' {
  if (preference !== 'system') return preference
  return matchMedia('(prefers-color-scheme: light)').matches ? 'light' : 'dark'
}
