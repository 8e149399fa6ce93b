/** Local storage key of the language, which was selected on this device or in the account that signed in last. */
const key = 'language'

/** Returns the stored language; null for the browser's. */
export function readLanguage(): string | null {
  try {
    return localStorage.getItem(key)
  } catch {
    return null
  }
}

/** Stores the language that the app's next document uses; null for the browser's. */
export function storeLanguage(language: string | null): void {
  try {
    if (language) localStorage.setItem(key, language)
    else localStorage.removeItem(key)
  } catch {
    // If storage is blocked, the app is in the browser's language.
  }
}
