import { type Messages, setupI18n } from '@lingui/core'
import { language } from './language.ts'
import { shortId } from './short-id.ts'

const i18n = setupI18n({ locale: language, messages: { [language]: {} } })

/** Names of the placeholders of an ICU message; a branch of a plural or select is not a placeholder. */
type Names<Id extends string> = Id extends `${infer Head}{${infer Tail}`
  ? (Head extends `${string} ${Branch} ` ? never : NameIn<Tail>) | Names<Tail>
  : never
type Branch = 'zero' | 'one' | 'two' | 'few' | 'many' | 'other' | `=${number}`
type NameIn<Text extends string> = Text extends `${infer Name}}${string}`
  ? Name extends `${infer First},${string}`
    ? First
    : Name
  : never

/** The argument of `t` after the message: values for its placeholders; no argument if it has none. */
export type Values<Id extends string> = [Names<Id>] extends [never]
  ? []
  : [values: Record<Names<Id>, string | number>]

/** Translates an English ICU message. Its translations must be loaded: see `loadMessages`. */
export function t<const Id extends string>(id: Id, ...[values]: Values<Id>): string {
  return format(id, values)
}

/** Translates a word with several meanings; `context` says which is meant. */
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
  // A build compiles only those English messages that need it, and the others are just filled in. Tests compile all.
  return find(id, values) ?? (import.meta.env.PROD ? fill(id, values) : i18n._(id, values))
}

function find(key: string, values?: Record<string, string | number>): string | undefined {
  const id = shortId(key)
  return Object.hasOwn(i18n.messages, id) ? i18n._(id, values) : undefined
}

function fill(id: string, values: Record<string, string | number> = {}): string {
  return id.replace(/\{(\w+)\}/g, (placeholder, name) => `${values[name] ?? placeholder}`)
}

/** Returns a noun as within a sentence: in lower case, except in German, which capitalizes nouns. */
export function inSentence(word: string): string {
  return language === 'de' ? word : word.toLocaleLowerCase(language)
}

/** Translates a sentence or label from the schema or the server; an unknown one stays English. */
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

/** Returns the values with which a message with numbered placeholders gives this sentence; undefined if none do. */
function valuesIn(sentence: string, id: string): Record<string, string> | undefined {
  const literal = id.split(/\{\d\}/).map((part) => part.replace(/[.*+?^${}()|[\]\\]/g, '\\$&'))
  const found = new RegExp(`^${literal.join('(.+)')}$`, 's').exec(sentence)
  return found
    ? Object.fromEntries(found.slice(1).map((value, at) => [at, translated(value)]))
    : undefined
}
