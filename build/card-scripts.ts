/** The scripts of the public card and its map. */
import { resolve } from 'node:path'
import { build, type Plugin } from 'vite'

const inline = 'web/public-card/inline.ts'
const deferred = 'web/public-card/deferred.ts'
const module = 'virtual:inline-script'

/** Files in `/assets/` with fixed names, each bundled from one entry. */
export const assetFiles: Record<string, () => Promise<string>> = {
  'card.js': () => bundle(deferred, 'js'),
  'proof.js': () => bundle('web/public-card/proof-of-work.ts', 'js'),
  'map.js': () => bundle('web/map/leaflet-map.ts', 'js'),
  'map.css': () => bundle('web/map/leaflet-map.ts', 'css'),
  'google-map.js': () => bundle('web/map/google-map.ts', 'js'),
}

/**
 * Builds the scripts of the public card and its map from `web/`. The worker inlines the first one into the page as
 * `virtual:inline-script`, and hashes it for the policy; the others are files in `/assets/`, loaded on demand.
 */
export function cardScripts(): Plugin {
  return {
    name: 'card-scripts',
    enforce: 'pre',
    resolveId: (id) => (id === module ? `\0${module}` : undefined),
    async load(id) {
      if (id !== `\0${module}`) return undefined
      this.addWatchFile(resolve(inline))
      return `export const inlineScript = ${JSON.stringify(await bundle(inline, 'js'))}`
    },
    async generateBundle() {
      if (this.environment.name !== 'client') return
      for (const [name, source] of Object.entries(assetFiles))
        this.emitFile({ type: 'asset', fileName: `assets/${name}`, source: await source() })
    },
    configureServer(server) {
      for (const [name, source] of Object.entries(assetFiles))
        server.middlewares.use(`/assets/${name}`, (_, response, next) => {
          const type = name.endsWith('.css') ? 'text/css' : 'text/javascript'
          response.setHeader('Content-Type', type)
          source().then((text) => response.end(text), next)
        })
    },
  }
}

/** Bundles an entry into one script or one style sheet, and returns its text. `define` replaces names with code. */
export async function bundle(
  entry: string,
  kind: 'js' | 'css',
  define: Record<string, string> = {},
): Promise<string> {
  const built = await build({
    configFile: false,
    logLevel: 'silent',
    define,
    build: {
      write: false,
      minify: true,
      target: 'es2022',
      rollupOptions: {
        input: resolve(entry),
        output: { format: 'es' },
        preserveEntrySignatures: 'strict',
      },
    },
  })
  const [result] = Array.isArray(built) ? built : [built]
  if (!result || !('output' in result)) throw new Error(`${entry} was not built`)
  if (kind === 'js') return result.output[0].code.trim()
  const style = result.output.find((file) => file.fileName.endsWith('.css'))
  if (style?.type !== 'asset') throw new Error(`${entry} has no style sheet`)
  return String(style.source)
}
