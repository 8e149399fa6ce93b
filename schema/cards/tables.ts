/** Tables of cards. Times are ISO 8601 text in UTC. */
import { sql } from 'drizzle-orm'
import { index, integer, primaryKey, sqliteTable, text, uniqueIndex } from 'drizzle-orm/sqlite-core'
import { userIdColumn } from '../accounts/tables.ts'
import { now } from '../columns.ts'
import type { FormConfig } from '../inbox/form.ts'
import {
  type CustomButton,
  type Customizations,
  cardStates,
  type GalleryImage,
} from './card-fields.ts'
import { type CardTexts, defaultLanguage } from './card-texts.ts'

export const businessCards = sqliteTable(
  'business_cards',
  {
    id: integer('id').primaryKey({ autoIncrement: true }),
    userId: userIdColumn(),
    slug: text('slug').notNull(),
    theme: text('theme').notNull().default('minimalist'),
    name: text('name'),
    title: text('title'),
    company: text('company'),
    phone: text('phone'),
    email: text('email'),
    address: text('address'),
    about: text('about'),
    profilePicture: text('profile_picture'),
    coverPhoto: text('cover_photo'),
    logoUrl: text('logo_url'),
    videoUrl: text('video_url'),
    faviconUrl: text('favicon_url'),
    socialLinks: text('social_links', { mode: 'json' })
      .$type<Record<string, string>>()
      .notNull()
      .default({}),
    customButtons: text('custom_buttons', { mode: 'json' })
      .$type<CustomButton[]>()
      .notNull()
      .default([]),
    gallery: text('gallery', { mode: 'json' }).$type<GalleryImage[]>().notNull().default([]),
    embedCodes: text('embed_codes', { mode: 'json' }).$type<string[]>().notNull().default([]),
    formConfig: text('form_config', { mode: 'json' })
      .$type<FormConfig>()
      .notNull()
      .default({ fields: [], consent: null, thanks: null }),
    customizations: text('customizations', { mode: 'json' }).$type<Customizations>().notNull(),
    /** The language of the texts in this row. */
    language: text('language').notNull().default(defaultLanguage),
    state: text('state', { enum: cardStates }).notNull().default('live'),
    successorId: integer('successor_id'),
    successorUrl: text('successor_url'),
    /** Exchanges before this time no longer unlock hidden details; null if the owner never locked the card again. */
    lockedAt: text('locked_at'),
    /** Incremented by every save; `If-Match` compares it. */
    version: integer('version').notNull().default(1),
    /** The template last applied; its rules apply to editors below level 4. */
    templateId: integer('template_id'),
    /** The random part of the contact file's UID; never changes. */
    uid: text('uid').notNull(),
    createdAt: text('created_at').notNull().default(now),
    updatedAt: text('updated_at').notNull().default(now),
    deletedAt: text('deleted_at'),
  },
  (table) => [
    uniqueIndex('business_cards_slug').on(sql`${table.slug} collate nocase`),
    index('business_cards_user').on(table.userId),
    index('business_cards_template').on(table.templateId),
  ],
)

/** The translations of a card: its texts in each language except the base language. */
export const cardLocales = sqliteTable(
  'card_locales',
  {
    cardId: integer('card_id').notNull(),
    locale: text('locale').notNull(),
    fields: text('fields', { mode: 'json' }).$type<CardTexts>().notNull(),
  },
  (table) => [primaryKey({ columns: [table.cardId, table.locale] })],
)

/** Former slugs. Each stays reserved for its card. */
export const slugHistory = sqliteTable('slug_history', {
  slug: text('slug').primaryKey(),
  cardId: integer('card_id').notNull(),
  until: text('until').notNull().default(now),
})
