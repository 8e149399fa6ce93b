/** Builds the service worker with the file names of the build. */
import type { Plugin } from 'vite'
import { bundle as bundleEntry } from './card-scripts.ts'

const entry = 'web/service-worker/main.ts'

/** The screens that work offline, and the dialogs of the shell. */
const offlineModules =
  /\/web\/(pages\/(dashboard\/Dashboard|pocket\/Pocket)Page|shell\/(?:pwa\/)?\w+|ui\/ModalDialog)\.tsx$/

type Chunk = {
  type: 'chunk'
  name: string
  fileName: string
  imports: string[]
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
      const { first, start, all } = filesOf(Object.values(bundle))
      const source = await bundleEntry(entry, 'js', {
        'self.__WB_MANIFEST': JSON.stringify(start.map((url) => ({ url, revision: null }))),
        'self.__FILES': JSON.stringify(all),
        'self.__ENTRY': JSON.stringify(first),
      })
      this.emitFile({ type: 'asset', fileName: 'sw.js', source })
    },
  }
}

/** `first` is the app's entry script, `start` the files to precache, `all` every file with a content hash in its name. */
export function filesOf(parts: Part[]) {
  const chunks = new Map(
    parts.flatMap((part) => (part.type === 'chunk' ? [[part.fileName, part] as const] : [])),
  )
  const first = [...chunks.values()].find(({ name }) => name === 'app')
  const wanted = [...chunks.values()].filter(({ facadeModuleId }) =>
    offlineModules.test(facadeModuleId ?? ''),
  )
  const start = new Set<string>()
  const queue = [first, ...wanted].flatMap((chunk) => chunk?.fileName ?? [])
  for (let file = queue.pop(); file; file = queue.pop()) {
    const chunk = chunks.get(file)
    if (!chunk || start.has(file)) continue
    start.add(file)
    for (const style of chunk.viteMetadata?.importedCss ?? []) start.add(style)
    queue.push(...chunk.imports)
  }
  const hashed = parts
    .map(({ fileName }) => fileName)
    .filter((name) => /-[\w-]{8}\.(js|css)$/.test(name))
  return { first: first?.fileName ?? '', start: [...start].sort(), all: hashed.sort() }
}
