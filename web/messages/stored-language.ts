/** Key in the local storage of the language selected on this device, or in the account that was last signed in. */
const key = 'language'

/** The stored language; null for the browser's. */
export function readLanguage(): string | null {
  try {
    return localStorage.getItem(key)
  } catch {
    return null
  }
}

/** Stores the language of the next document of the app, null for the browser's. */
export function storeLanguage(language: string | null): void {
  try {
    if (language) localStorage.setItem(key, language)
    else localStorage.removeItem(key)
  } catch {
    // The storage may be blocked; then the app is in the browser's language.
  }
}
