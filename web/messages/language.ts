/** The language of the app, which does not change until the document is reloaded. */
import { type AppLanguage, appLanguages } from '../../schema/screens.ts'
import { readLanguage } from './stored-language.ts'

/** The first of the browser's preferred languages that the app has, else English. */
export const browserLanguage: AppLanguage =
  globalThis.navigator?.languages?.map(languageOf).find((one) => one !== undefined) ?? 'en'

/** The language of the app: the stored one, else the browser's. The landing page is built in each language. */
export const language: AppLanguage = globalThis.document
  ? nextLanguage()
  : (languageOf(import.meta.env.LANDING_LANGUAGE ?? '') ?? 'en')

/** Whether another language applies after a reload, because it was stored since this document loaded. */
export function isLanguageChanged(): boolean {
  return nextLanguage() !== language
}

function nextLanguage(): AppLanguage {
  return languageOf(readLanguage() ?? '') ?? browserLanguage
}

function languageOf(tag: string): AppLanguage | undefined {
  const [primary] = tag.toLowerCase().split('-')
  return appLanguages.find((one) => one === primary)
}

/** The app's language for `Intl`, with the browser's region if one of its languages is the same. */
export const locale: string =
  globalThis.navigator?.languages?.find((tag) => languageOf(tag) === language) ?? language

const names = new Intl.DisplayNames(locale, { type: 'language' })

/** Returns the name of a language in the app's language, such as `Spanish`. */
export function nameOfLanguage(tag: string): string {
  return names.of(tag) ?? tag
}
