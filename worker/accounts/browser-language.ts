/** The language that a browser asks for at sign-in, for emails to users who chose none. */
import { and, eq, sql } from 'drizzle-orm'
import { type AppLanguage, appLanguages } from '../../schema/app-language.ts'
import { users } from '../../schema/tables.ts'
import type { Db } from '../platform/database.ts'
import { preferredLanguages } from '../public/choose-language.ts'

/** The language in which the app opens in this browser; undefined for a program that asks for none. */
export function browserLanguage(request: Request): AppLanguage | undefined {
  const asked = preferredLanguages(request).map((tag) => new Intl.Locale(tag).language)
  if (asked.length === 0) return undefined
  return appLanguages.find((one) => one === asked.find(isAppLanguage)) ?? 'en'
}

/** The statement that stores it with the user, for the transaction of a sign-in; none without a language. */
export function storeBrowserLanguage(db: Db, userId: number, language: AppLanguage | undefined) {
  if (!language) return []
  return [
    db
      .update(users)
      .set({ browserLanguage: language })
      .where(and(eq(users.id, userId), sql`${users.browserLanguage} is not ${language}`)),
  ]
}

function isAppLanguage(language: string): boolean {
  return appLanguages.some((one) => one === language)
}
