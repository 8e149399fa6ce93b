/** The translations of cards: read with the card, and written with it in one transaction. */
import { type SQL, sql } from 'drizzle-orm'
import type { CardInput } from '../../schema/cards/card.ts'
import { type CardLocales, type CardTexts, withoutEmpty } from '../../schema/cards/card-texts.ts'
import { cardLocales } from '../../schema/cards/tables.ts'
import { keysOf, pick } from '../../schema/pick.ts'
import type { Db } from '../platform/database.ts'

/** Column for a statement on `business_cards`: all translations of the card, by language. */
export const localesColumn = sql<CardLocales>`(
  select json_group_object(locale, json(fields)) from card_locales where card_id = business_cards.id)`.mapWith(
  (json: string): CardLocales => JSON.parse(json),
)

/** The statements that replace the translations of a card, if the condition is true. */
export function writeLocales(
  db: Db,
  { cardId, locales }: { cardId: number; locales: CardLocales },
  when: SQL,
) {
  const json = JSON.stringify(locales)
  const others = sql`card_id = ${cardId} and locale not in (select key from json_each(${json}))`
  return [
    db.delete(cardLocales).where(sql`${others} and ${when}`),
    db
      .insert(cardLocales)
      .select(sql`select ${cardId}, key, value from json_each(${json}) where ${when}`)
      .onConflictDoUpdate({
        target: [cardLocales.cardId, cardLocales.locale],
        set: { fields: sql`excluded.fields` },
        setWhere: sql`excluded.fields <> card_locales.fields`,
      }),
  ] as const
}

/** Returns the translations without the texts of buttons, images and form fields that the card does not have. */
export function withoutOrphans(
  locales: CardLocales,
  {
    customButtons,
    gallery,
    formConfig,
  }: Pick<CardInput, 'customButtons' | 'gallery' | 'formConfig'>,
): CardLocales {
  const buttons = new Set(customButtons.map(({ text }) => text))
  const images = new Set(gallery.map(({ url }) => url))
  const fields = new Set<string>(formConfig.fields.map(({ key }) => key))
  const pruned = Object.entries(locales).map(([language, texts]): [string, CardTexts] => [
    language,
    {
      ...texts,
      buttons: only(texts.buttons, buttons),
      gallery: only(texts.gallery, images),
      labels: only(texts.labels, fields),
    },
  ])
  return withoutEmpty(Object.fromEntries(pruned))
}

function only<T extends object>(texts: T | null | undefined, keys: Set<string>) {
  return (
    texts &&
    pick(
      texts,
      keysOf(texts).filter((key) => keys.has(key)),
    )
  )
}
