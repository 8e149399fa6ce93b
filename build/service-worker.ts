/** Builds the service worker with the file names of the build. */
import type { Plugin } from 'vite'
import { bundle as bundleEntry } from './card-scripts.ts'

const entry = 'web/service-worker/main.ts'

/** The screens that work offline, and the dialogs of the shell. */
const offlineModules =
  /\/web\/(cards\/(dashboard\/DashboardPage|pocket\/(PocketPage|pocket-copy))|shell\/(?:pwa\/)?\w+|ui\/ModalDialog)\.tsx?$/

/** Files that booth mode loads by URL: the readers of codes and paper cards. */
const captureAssets = /^assets\/(zxing|tesseract|worker|eng)[\w.-]*\.(wasm|js|gz)$/

type Chunk = {
  type: 'chunk'
  name: string
  fileName: string
  imports: string[]
  dynamicImports: string[]
  facadeModuleId: string | null
  viteMetadata?: { importedCss: Set<string> }
}
type Part = Chunk | { type: 'asset'; fileName: string }

/** Builds `sw.js` with the file names of this build. */
export function serviceWorker(): Plugin {
  return {
    name: 'service-worker',
    enforce: 'post',
    async generateBundle(_, bundle) {
      if (this.environment.name !== 'client') return
      const { first, start, all, captureEntry, capture } = filesOf(Object.values(bundle))
      const source = await bundleEntry(entry, 'js', {
        'self.__WB_MANIFEST': JSON.stringify(start.map((url) => ({ url, revision: null }))),
        'self.__FILES': JSON.stringify(all),
        'self.__ENTRY': JSON.stringify(first),
        'self.__CAPTURE_ENTRY': JSON.stringify(captureEntry),
        'self.__CAPTURE_FILES': JSON.stringify(capture),
      })
      this.emitFile({ type: 'asset', fileName: 'sw.js', source })
    },
  }
}

/**
 * `first` is the app's entry script, `start` the files to precache, `all` every script, style sheet, message, WebAssembly and gzip file with a content hash in its name;
 * `captureEntry` and `capture` are the entry script and all files of booth mode, but its messages.
 */
export function filesOf(parts: Part[]) {
  const chunks = new Map(
    parts.flatMap((part) => (part.type === 'chunk' ? [[part.fileName, part] as const] : [])),
  )
  const first = [...chunks.values()].find(({ name }) => name === 'app')
  const wanted = [...chunks.values()].filter(({ facadeModuleId }) =>
    offlineModules.test(facadeModuleId ?? ''),
  )
  const start = withImports(chunks, [first, ...wanted], ({ imports }) => imports)
  const booth = [...chunks.values()].find(({ name }) => name === 'capture')
  const boothFiles = withImports(chunks, [booth], (chunk) => [
    ...chunk.imports,
    ...chunk.dynamicImports,
  ])
  const hashed = parts
    .map(({ fileName }) => fileName)
    .filter((name) => /-[\w-]{8}\.(js|css|json|wasm|gz)$/.test(name))
    .sort()
  return {
    ...{ first: first?.fileName ?? '', start, all: hashed },
    captureEntry: booth?.fileName ?? '',
    capture: [...boothFiles, ...hashed.filter((name) => captureAssets.test(name))],
  }
}

/** Returns the files of these chunks and everything they import, with their styles. */
function withImports(
  chunks: Map<string, Chunk>,
  first: (Chunk | undefined)[],
  importsOf: (chunk: Chunk) => string[],
): string[] {
  const files = new Set<string>()
  const queue = first.flatMap((chunk) => chunk?.fileName ?? [])
  for (let file = queue.pop(); file; file = queue.pop()) {
    const chunk = chunks.get(file)
    if (!chunk || files.has(file)) continue
    files.add(file)
    for (const style of chunk.viteMetadata?.importedCss ?? []) files.add(style)
    queue.push(...importsOf(chunk))
  }
  return [...files].sort()
}
