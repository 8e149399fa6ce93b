/** The language of the app, which is fixed for the life of the document. */
import { type AppLanguage, appLanguages } from '../../schema/screens.ts'
import { readLanguage } from './stored-language.ts'

/** The first language that the browser prefers and the app has, else English. */
export const browserLanguage: AppLanguage =
  globalThis.navigator?.languages?.map(languageOf).find((one) => one !== undefined) ?? 'en'

/** The language of the app: the one chosen, else the browser's; of the landing page, that of the build. */
export const language: AppLanguage = globalThis.document
  ? nextLanguage()
  : (languageOf(import.meta.env.LANDING_LANGUAGE ?? '') ?? 'en')

/** Whether another language was stored since the document was loaded. */
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

/** The language of the app for `Intl`, with the browser's region if it has the same language. */
export const locale: string =
  globalThis.navigator?.languages?.find((tag) => languageOf(tag) === language) ?? language

const names = new Intl.DisplayNames(locale, { type: 'language' })

/** Returns the name of a language in that of the app, such as `Spanish`. */
export function nameOfLanguage(tag: string): string {
  return names.of(tag) ?? tag
}
