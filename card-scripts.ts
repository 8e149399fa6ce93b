import { build, type Plugin } from 'vite'

const first = 'web/public-card/first.ts'
const press = 'web/public-card/press.ts'
const module = 'virtual:first-script'

/**
 * The two scripts of the public card, which belong to web/ and are served by the worker: the first as the text of
 * `virtual:first-script`, inlined into the page and hashed; the second as the file `/assets/card.js`, fetched on a press.
 */
export function cardScripts(): Plugin {
  return {
    name: 'card-scripts',
    enforce: 'pre',
    resolveId: (id) => (id === module ? `\0${module}` : undefined),
    async load(id) {
      if (id !== `\0${module}`) return undefined
      this.addWatchFile(new URL(first, import.meta.url).pathname)
      return `export const firstScript = ${JSON.stringify(await bundle(first, 'es'))}`
    },
    async generateBundle() {
      if (this.environment.name !== 'client') return
      this.emitFile({
        type: 'asset',
        fileName: 'assets/card.js',
        source: await bundle(press, 'es'),
      })
    },
    configureServer(server) {
      server.middlewares.use('/assets/card.js', async (_, answer) => {
        answer.setHeader('Content-Type', 'text/javascript').end(await bundle(press, 'es'))
      })
    },
  }
}

async function bundle(entry: string, format: 'es' | 'iife'): Promise<string> {
  const built = await build({
    configFile: false,
    logLevel: 'silent',
    build: {
      write: false,
      minify: true,
      target: 'es2022',
      rollupOptions: {
        input: new URL(entry, import.meta.url).pathname,
        output: { format },
        preserveEntrySignatures: 'strict',
      },
    },
  })
  const [output] = Array.isArray(built) ? built : [built]
  if (!output || !('output' in output)) throw new Error(`${entry} was not built`)
  return output.output[0].code.trim()
}
