/** Compiles the messages of the app: `.po` files become files of compiled ICU messages by short id. */
import { createHash } from 'node:crypto'
import { globSync, readFileSync } from 'node:fs'
import { relative } from 'node:path'
import { compileMessageOrThrow } from '@lingui/message-utils/compileMessage'
import PO from 'pofile'
import type { Plugin } from 'vite'
import { shortId } from '../web/messages/short-id.ts'
import { type Chunk, chunksOf, filesFrom, routeFiles } from './route-files.ts'
import { keyOf, messagesIn, sharedLabels } from './source-messages.ts'

/** Routes whose messages are a file of their own, by its name: `web/messages/load.ts`. */
export const firstRoutes: Record<string, string> = {
  'sign-in': 'accounts/sign-in/Auth',
  dashboard: 'cards/dashboard/Dashboard',
}

type Item = Pick<InstanceType<typeof PO.Item>, 'msgid' | 'msgctxt' | 'msgstr'>
type MessageFile = { language: string; name: string; source: string }

// In English, most pages need none. The landing page is prerendered.
const isServed = ({ name, source }: MessageFile) => name !== 'landing' && source !== '{}'

/** Emits `/assets/{language}-{name}-{version}.json`, and writes the version into the page of the app. */
export function messages(): Plugin {
  let version = 'development'
  let english = ''
  return {
    name: 'messages',
    generateBundle(_, bundle) {
      if (this.environment.name !== 'client') return
      const chunks = chunksOf(bundle)
      if (startsEarly(chunks)) this.error('The app would run before its messages are loaded')
      const files = compileFiles(chunks).filter(isServed)
      const sources = files.map(({ source }) => source).join()
      version = createHash('sha256').update(sources).digest('hex').slice(0, 8)
      english = files.flatMap(({ language, name }) => (language === 'en' ? name : [])).join(' ')
      for (const { language, name, source } of files) {
        const fileName = `assets/${language}-${name}-${version}.json`
        this.emitFile({ type: 'asset', fileName, source })
      }
    },
    transformIndexHtml: {
      order: 'post',
      handler: (html) =>
        html.replace(
          '<meta name="messages" content="">',
          `<meta name="messages" content="${version}" data-english="${english}">`,
        ),
    },
    configureServer(server) {
      server.middlewares.use('/assets', (request, response, next) => {
        const [, language, name] =
          /^\/(\w+)-([\w-]+)-development\.json$/.exec(request.url ?? '') ?? []
        const file = compileFiles().find((one) => one.language === language && one.name === name)
        if (!file) return next()
        response.setHeader('Content-Type', 'application/json').end(file.source)
      })
    },
  }
}

/** Whether an entry imports its modules, whose texts would be English, instead of loading them. */
function startsEarly(chunks: Map<string, Chunk>): boolean {
  const loadedFirst = (entry: string) => {
    const file = [...chunks].find(([, { name }]) => name === entry)?.[0]
    return filesFrom(chunks, [file], false).map((one) => chunks.get(one)?.name)
  }
  const early = [...loadedFirst('app'), ...loadedFirst('capture')]
  return early.includes('start') || early.includes('CapturePage')
}

/** All messages of a language, for the landing page. */
export function compileAll(language: string): Record<string, unknown> {
  return compile(readMessages().flatMap((one) => (one.language === language ? one.items : [])))
}

/** Lets the browser fetch the scripts of `web/start.tsx` with the page, while the messages load. */
export function preloadStart(): Plugin {
  return {
    name: 'preload-start',
    transformIndexHtml: {
      order: 'post',
      handler(html, { bundle = {}, path }) {
        const start = [...chunksOf(bundle).values()].find(({ name }) => name === 'start')
        if (!start || !path.endsWith('/app.html')) return []
        const files = [start.fileName, ...start.imports].filter((file) => !html.includes(file))
        return files.map((file) => ({
          tag: 'link',
          attrs: { rel: 'modulepreload', crossorigin: true, href: `/${file}` },
          injectTo: 'head' as const,
        }))
      },
    },
  }
}

/** Compiles the message files of all languages. Without `chunks`, first routes get every message of the app. */
function compileFiles(chunks?: Map<string, Chunk>): MessageFile[] {
  const features = Map.groupBy(readMessages(), ({ language }) => language)
  const shownFirst = Object.entries(firstRoutes).map(([name, route]) => ({
    name,
    shown: chunks && keysShownBy(chunks, route),
  }))
  return [...features].flatMap(([language, read]) => {
    const isShared = ({ name }: { name: string }) => name === 'app' || name in firstRoutes
    const app = read.filter(isShared).flatMap(({ items }) => items)
    const first = shownFirst.map(({ name, shown }) => ({
      name,
      items: app.filter((item) => !shown || shown.has(keyOfItem(item))),
    }))
    return [{ name: 'app', items: app }, ...first, ...read.filter((one) => !isShared(one))].map(
      ({ name, items }) => ({ language, name, source: JSON.stringify(compile(items)) }),
    )
  })
}

/** The keys of the messages that the modules of a route may show. */
function keysShownBy(chunks: Map<string, Chunk>, route: string): Set<string> {
  const files = routeFiles(chunks).find((one) => one.route === route)?.files ?? []
  const modules = files
    .flatMap((file) => chunks.get(file)?.moduleIds ?? [])
    .filter((module) => /^web\/.*\.tsx?$/.test(relative(process.cwd(), module)))
  const messages = modules.flatMap((module) => messagesIn(module, readFileSync(module, 'utf8')))
  return new Set([...sharedLabels, ...messages.map(keyOf)])
}

function readMessages(): { language: string; name: string; items: Item[] }[] {
  const files = globSync('web/**/messages/**/*.po').sort()
  return files.map((path) => {
    const [, page, folder, language = ''] =
      /([\w-]+)\/messages\/(?:(\w+)\/)?(\w+)\.po$/.exec(path) ?? []
    const { items } = PO.parse(readFileSync(path, 'utf8'))
    return { language, name: page === 'web' ? (folder ?? 'app') : (page ?? ''), items }
  })
}

/** Compiled messages by short id; those without a translation are left out, so English shows. */
function compile(items: Item[]): Record<string, unknown> {
  const translated = items.filter(({ msgstr: [text] }) => text)
  return Object.fromEntries(
    translated.map((item) => [
      shortId(keyOfItem(item)),
      compileMessageOrThrow(item.msgstr[0] ?? ''),
    ]),
  )
}

function keyOfItem({ msgid, msgctxt }: Item): string {
  return keyOf({ id: msgid, context: msgctxt })
}
