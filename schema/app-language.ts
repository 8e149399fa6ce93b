/** Languages of the app and its emails, as ISO 639-1 codes. */
export const appLanguages = ['en', 'de', 'es', 'fr', 'ja'] as const
export type AppLanguage = (typeof appLanguages)[number]
