/** Builds the service worker with the file names of the build. */
import type { Plugin } from 'vite'
import { bundle as bundleEntry } from './card-scripts.ts'
import { chunksOf, filesFrom } from './route-files.ts'

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
  const chunks = chunksOf(Object.fromEntries(parts.map((part) => [part.fileName, part])))
  const filesOfChunks = (is: (chunk: Chunk) => boolean) =>
    [...chunks.values()].filter(is).map(({ fileName }) => fileName)
  const withStyles = (scripts: string[]) => {
    const styles = scripts.map((file) => chunks.get(file)?.viteMetadata?.importedCss ?? [])
    return [...new Set([scripts, ...styles].flatMap((files) => [...files]))].sort()
  }
  const [first = ''] = filesOfChunks(({ name }) => name === 'app')
  const [captureEntry = ''] = filesOfChunks(({ name }) => name === 'capture')
  const offline = filesOfChunks((chunk) => offlineModules.test(chunk.facadeModuleId ?? ''))
  const hashed = parts
    .map(({ fileName }) => fileName)
    .filter((name) => /-[\w-]{8}\.(js|css|json|wasm|gz)$/.test(name))
    .sort()
  return {
    ...{ first, captureEntry, all: hashed },
    start: withStyles(filesFrom(chunks, [first, ...offline], false)),
    capture: [
      ...withStyles(filesFrom(chunks, [captureEntry], true)),
      ...hashed.filter((name) => captureAssets.test(name)),
    ],
  }
}
