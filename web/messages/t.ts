import { type Messages, setupI18n } from '@lingui/core'
import { language } from './language.ts'
import { shortId } from './short-id.ts'

const i18n = setupI18n({ locale: language, messages: { [language]: {} } })

/** Names of the placeholders of an ICU message; a branch of a plural or select is none. */
type Names<Id extends string> = Id extends `${infer Head}{${infer Tail}`
  ? (Head extends `${string} ${Branch} ` ? never : NameIn<Tail>) | Names<Tail>
  : never
type Branch = 'zero' | 'one' | 'two' | 'few' | 'many' | 'other' | `=${number}`
type NameIn<Text extends string> = Text extends `${infer Name}}${string}`
  ? Name extends `${infer First},${string}`
    ? First
    : Name
  : never

/** Values for the placeholders of a message, none if it has none. */
export type Values<Id extends string> = [Names<Id>] extends [never]
  ? []
  : [values: Record<Names<Id>, string | number>]

/** Translates an English ICU message. Its translations must be loaded: see `loadMessages`. */
export function t<const Id extends string>(id: Id, ...[values]: Values<Id>): string {
  return format(id, values)
}

/** The same for a word with several meanings, which `context` tells apart. */
export function tIn<const Id extends string>(
  context: string,
  id: Id,
  ...[values]: Values<Id>
): string {
  return find(`${context}\u0004${id}`, values) ?? format(id, values)
}

/** Adds the compiled messages of a file. */
export function addMessages(messages: Messages): void {
  i18n.load(language, messages)
}

/** Translates a message whose placeholders TypeScript does not check. */
export function format(id: string, values?: Record<string, string | number>): string {
  // The English messages of a build are compiled only where they need it: outside one, all are.
  return find(id, values) ?? (import.meta.env.PROD ? fill(id, values) : i18n._(id, values))
}

function find(key: string, values?: Record<string, string | number>): string | undefined {
  const id = shortId(key)
  return Object.hasOwn(i18n.messages, id) ? i18n._(id, values) : undefined
}

function fill(id: string, values: Record<string, string | number> = {}): string {
  return id.replace(/\{(\w+)\}/g, (placeholder, name) => `${values[name] ?? placeholder}`)
}

/** A word for the middle of a sentence: in lower case, but in German, whose nouns are capitalized. */
export function inSentence(word: string): string {
  return language === 'de' ? word : word.toLocaleLowerCase(language)
}

/** Translates a sentence or label of the schema or the server; unknown ones stay English. */
export function translated<Sentence extends string | undefined>(
  sentence: Sentence,
): string | Extract<Sentence, undefined>
export function translated(sentence: string | undefined): string | undefined {
  if (language === 'en' || !sentence) return sentence
  const found = find(sentence)
  if (found !== undefined) return found
  for (const id of Object.keys(i18n.messages)) {
    const values = /\{\d\}/.test(id) && valuesIn(sentence, id)
    if (values) return i18n._(id, values)
  }
  return sentence
}

/** The values in a sentence for the numbered placeholders of a message; undefined if it is another. */
function valuesIn(sentence: string, id: string): Record<string, string> | undefined {
  const literal = id.split(/\{\d\}/).map((part) => part.replace(/[.*+?^${}()|[\]\\]/g, '\\$&'))
  const found = new RegExp(`^${literal.join('(.+)')}$`, 's').exec(sentence)
  return found
    ? Object.fromEntries(found.slice(1).map((value, at) => [at, translated(value)]))
    : undefined
}
