import { readLocalStorage, writeLocalStorage } from './useLocalStorage.ts'

const preferences = ['light', 'dark', 'system'] as const
type ThemePreference = (typeof preferences)[number]

// The app has only a dark theme; `null` would apply the preference.
const forced: 'light' | 'dark' | null = 'dark'

/** Applies the theme to the document and stores the preference; `system` until the user chooses. */
export function applyTheme(): void {
  const stored = readLocalStorage('theme')
  const preference = preferences.find((name) => name === stored) ?? 'system'
  if (preference !== stored) writeLocalStorage('theme', preference)
  document.documentElement.dataset.appTheme = forced ?? resolveTheme(preference)
}

function resolveTheme(preference: ThemePreference): 'light' | 'dark' {
  if (preference !== 'system') return preference
  return matchMedia('(prefers-color-scheme: light)').matches ? 'light' : 'dark'
}
