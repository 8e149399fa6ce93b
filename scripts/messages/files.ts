/** Message files: `messages/{language}.po` beside the sources of a feature. */
import { existsSync, globSync, mkdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { basename, dirname } from 'node:path'
import { compileMessageOrThrow } from '@lingui/message-utils/compileMessage'
import PO from 'pofile'
import { keyOf, type Message } from '../../build/source-messages.ts'
import { appLanguages } from '../../schema/screens.ts'
import { shortId } from '../../web/messages/short-id.ts'
import { extractMessages } from './extract.ts'

type Entry = { message: Message; text: string }

/** Updates all message files: adds new messages, keeps translations, drops unused messages. Returns counts. */
export function updateMessages(): { files: number; missing: number } {
  const files = messageFiles()
  for (const file of existingFiles()) if (!files.has(file)) rmSync(file)
  for (const [file, entries] of files) {
    mkdirSync(dirname(file), { recursive: true })
    writeFileSync(file, contentsOf(file, entries))
  }
  const missing = [...files.values()].flat().filter(({ text }) => text === '').length
  return { files: files.size, missing }
}

/** Returns one sentence for each error in the message files. */
export function messageErrors(): string[] {
  const files = messageFiles()
  const unused = existingFiles().filter((file) => !files.has(file))
  const keys = [...files.values()].flat().map(({ message }) => keyOf(message))
  return [
    ...unused.map((file) => `${file} is not used. Run npm run messages`),
    ...[...files].flatMap(([file, entries]) => errorsIn(file, entries)),
    ...sameIds(keys),
  ]
}

function errorsIn(file: string, entries: Entry[]): string[] {
  const isCurrent = existsSync(file) && readFileSync(file, 'utf8') === contentsOf(file, entries)
  return [
    ...(isCurrent ? [] : [`${file} is not what npm run messages writes. Run it`]),
    ...entries.flatMap(({ message, text }) => {
      if (text === '') return [`${file}: “${message.id}” is not translated`]
      return placesOf(text) === placesOf(message.id)
        ? []
        : [`${file}: “${text}” has other placeholders than “${message.id}”`]
    }),
  ]
}

/** Names of the placeholders and tags of a message, sorted. */
function placesOf(text: string): string {
  const names = new Set<string>()
  const add = (tokens: unknown) => {
    if (!Array.isArray(tokens)) return
    for (const token of tokens) {
      if (typeof token === 'string')
        for (const [tag] of token.matchAll(/<\/?\w+\/?>/g)) names.add(tag)
      if (!Array.isArray(token)) continue
      names.add(token.slice(0, 2).join(' '))
      if (token[2]) for (const branch of Object.values(token[2])) add(branch)
    }
  }
  add(compileMessageOrThrow(text))
  return [...names].sort().join(', ')
}

function sameIds(keys: string[]): string[] {
  return [...Map.groupBy(new Set(keys), shortId).values()]
    .filter((same) => same.length > 1)
    .map((same) => `“${same.join('” and “')}” have the same short id: reword one`)
}

/** The entries that each message file should have, by its path, with the translations that exist. */
function messageFiles(): Map<string, Entry[]> {
  const known = new Map(appLanguages.map((language) => [language, translations(language)]))
  const files = [...extractMessages()].flatMap(([folder, messages]) =>
    appLanguages.map((language) => {
      const file = `${folder}/${language}.po`
      const texts = new Map([...(known.get(language) ?? []), ...translationsIn(file)])
      const entries =
        language === 'en'
          ? messages.filter(isCompiled).map((message) => ({ message, text: message.id }))
          : messages.map((message) => ({ message, text: texts.get(keyOf(message)) ?? '' }))
      return [file, entries] as const
    }),
  )
  return new Map(files.filter(([, entries]) => entries.length > 0))
}

// English needs only what must be compiled.
function isCompiled({ id }: Message): boolean {
  return /\{\w+, (plural|select)/.test(id)
}

function existingFiles(language = '*'): string[] {
  return globSync(`web/**/messages/**/${language}.po`).sort()
}

/** All translations of a language, as a message may have moved from another folder. */
function translations(language: string): Map<string, string> {
  return new Map(existingFiles(language).flatMap((file) => [...translationsIn(file)]))
}

function translationsIn(file: string): Map<string, string> {
  if (!existsSync(file)) return new Map()
  const entries = PO.parse(readFileSync(file, 'utf8')).items.map(
    ({ msgctxt, msgid, msgstr: [text = ''] }) =>
      [keyOf({ id: msgid, context: msgctxt }), text] as const,
  )
  return new Map(entries.filter(([, text]) => text !== ''))
}

function contentsOf(file: string, entries: Entry[]): string {
  const po = new PO()
  po.headers = {
    Language: basename(file, '.po'),
    'Content-Type': 'text/plain; charset=UTF-8',
    'Content-Transfer-Encoding': '8bit',
  }
  po.items = entries.map(({ message, text }) => {
    const item = new PO.Item()
    item.msgid = message.id
    if (message.context) item.msgctxt = message.context
    item.msgstr = [text]
    return item
  })
  return `${po.toString().trimEnd()}\n`
}
