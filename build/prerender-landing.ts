/** Prerenders the landing page. */
import { readFileSync } from 'node:fs'
import { type Plugin, runnerImport } from 'vite'

type Prerender = {
  landingMarkup: () => string
  landingRules: () => string
  sampleContact: (photo: string) => string
}

const module = new URL('../web/pages/landing/LandingPage.tsx', import.meta.url).pathname
const photo = new URL('../web/landing/people/ada.jpg', import.meta.url)
const contact = 'assets/ada-lindqvist.vcf'
const placeholder = '<!-- landing -->'

/** Prerenders the landing page into `index.html`, adds its cards' colors to the style sheet, emits the sample contact. */
export function prerenderLanding(): Plugin {
  return {
    name: 'prerender-landing',
    enforce: 'pre',
    transformIndexHtml: {
      order: 'pre',
      handler: async (html) =>
        html.includes(placeholder)
          ? html.replace(placeholder, (await prerender()).landingMarkup())
          : html,
    },
    async transform(css, id) {
      if (!id.endsWith('/web/landing/cards.css')) return undefined
      return css + (await prerender()).landingRules()
    },
    async generateBundle() {
      if (this.environment.name !== 'client') return
      this.emitFile({ type: 'asset', fileName: contact, source: await sampleContact() })
    },
    configureServer(server) {
      server.middlewares.use(`/${contact}`, (_, response, next) => {
        response.setHeader('Content-Type', 'text/vcard')
        sampleContact().then((file) => response.end(file), next)
      })
    },
  }
}

// Loaded each time, because in development the page changes while the server runs.
async function prerender(): Promise<Prerender> {
  const { module: loaded } = await runnerImport<Prerender>(module, {
    configFile: false,
    logLevel: 'error',
  })
  return loaded
}

async function sampleContact(): Promise<string> {
  const { sampleContact: write } = await prerender()
  return write(readFileSync(photo).toString('base64'))
}
