/** Message files: `messages/{language}.po` beside the sources of a feature. */
import { existsSync, mkdirSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { compileMessageOrThrow } from '@lingui/message-utils/compileMessage'
import PO from 'pofile'
import { appLanguages } from '../../schema/app-language.ts'
import { shortId } from '../../web/messages/short-id.ts'
import { extractMessages, type Message } from './extract.ts'

const languages = appLanguages.filter((language) => language !== 'en')

/** Updates all message files: adds new messages, keeps translations, drops unused messages. Returns counts by file. */
export function updateMessages(): { file: string; total: number; missing: number }[] {
  const extracted = extractMessages()
  for (const folder of messageFolders())
    if (!extracted.has(folder)) rmSync(folder, { recursive: true })
  const written = [...extracted].flatMap(([folder, messages]) => {
    writeEnglish(folder, messages)
    if (messages.length === 0) return []
    return languages.map((language) => ({ folder, messages, language }))
  })
  return written.map(({ folder, messages, language }) => {
    const file = `${folder}/${language}.po`
    const known = new Map([...translations(language), ...translationsIn(file)])
    const texts = messages.map((message) => known.get(keyOf(message)) ?? '')
    write(
      file,
      language,
      messages.map((message, at) => ({ message, text: texts[at] ?? '' })),
    )
    return { file, total: texts.length, missing: texts.filter((text) => text === '').length }
  })
}

/** What is wrong with the message files, one sentence each. */
export function messageErrors(): string[] {
  const extracted = extractMessages()
  const errors = [...extracted].flatMap(([folder, messages]) =>
    messages.length === 0
      ? []
      : languages.flatMap((language) => errorsIn(`${folder}/${language}.po`, messages)),
  )
  return [...errors, ...sameIds([...extracted.values()].flat().map(keyOf))]
}

function sameIds(keys: string[]): string[] {
  return [...Map.groupBy(new Set(keys), shortId).values()]
    .filter((same) => same.length > 1)
    .map((same) => `“${same.join('” and “')}” have the same short id: reword one`)
}

function errorsIn(file: string, messages: Message[]): string[] {
  const known = translationsIn(file, true)
  const used = new Set(messages.map(keyOf))
  const unused = [...known.keys()].filter((key) => !used.has(key))
  return [
    ...unused.map((key) => `${file}: “${key}” is not used`),
    ...messages.flatMap((message) => {
      const text = known.get(keyOf(message))
      if (text === undefined) return [`${file}: “${message.id}” is missing`]
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

function messageFolders(): string[] {
  return readdirSync('web/pages')
    .map((feature) => `web/pages/${feature}/messages`)
    .filter(existsSync)
}

// English needs only what must be compiled.
function writeEnglish(folder: string, messages: Message[]): void {
  const file = `${folder}/en.po`
  const compiled = messages.filter(({ id }) => /\{\w+, (plural|select)/.test(id))
  if (compiled.length > 0)
    write(
      file,
      'en',
      compiled.map((message) => ({ message, text: message.id })),
    )
  else if (existsSync(file)) rmSync(file)
}

function translations(language: string): Map<string, string> {
  const folders = [
    'web/messages',
    'web/messages/schema',
    'web/messages/server',
    ...messageFolders(),
  ]
  return new Map(folders.flatMap((folder) => [...translationsIn(`${folder}/${language}.po`)]))
}

function translationsIn(file: string, all = false): Map<string, string> {
  if (!existsSync(file)) return new Map()
  const entries = PO.parse(readFileSync(file, 'utf8')).items.map(
    ({ msgctxt, msgid, msgstr: [text = ''] }) =>
      [keyOf({ id: msgid, context: msgctxt }), text] as const,
  )
  return new Map(entries.filter(([, text]) => all || text !== ''))
}

function keyOf({ id, context }: { id: string; context?: string | null }): string {
  return context ? `${context}\u0004${id}` : id
}

function write(
  file: string,
  language: string,
  entries: { message: Message; text: string }[],
): void {
  const po = new PO()
  po.headers = {
    Language: language,
    'Content-Type': 'text/plain; charset=UTF-8',
    'Content-Transfer-Encoding': '8bit',
  }
  po.items = entries.map(({ message, text }) => {
    const item = new PO.Item()
    item.msgid = message.id
    if (message.context) item.msgctxt = message.context
    item.msgstr = [text]
    item.references = message.files
    return item
  })
  mkdirSync(file.slice(0, file.lastIndexOf('/')), { recursive: true })
  writeFileSync(file, `${po.toString().trimEnd()}\n`)
}
