/** Prerenders the landing page in each language of the app. */
import { readFileSync } from 'node:fs'
import { resolve } from 'node:path'
import { type Plugin, runnerImport } from 'vite'
import { compileAll } from './messages.ts'

type Prerender = {
  landingMarkup: () => { head: string; body: string }
  landingRules: () => string
  sampleContact: (photo: string) => string
}

const module = resolve('web/landing/prerender.tsx')
const template = resolve('web/index.html')
const photo = resolve('web/landing/people/ada.jpg')
const contact = 'assets/ada-lindqvist.vcf'

/**
 * Prerenders the landing page into `index.html` in English, and into `de.html` and the other languages from the same
 * template. Also appends the cards' colors to the style sheet and emits the sample contact file.
 */
export function prerenderLanding(): Plugin {
  return {
    name: 'prerender-landing',
    enforce: 'pre',
    transformIndexHtml: {
      order: 'pre',
      async handler(html, { path }) {
        // The content of `de.html` and so on is ignored: these files only tell the bundler which pages there are.
        const [, name] = /\/(index|[a-z]{2})\.html$/.exec(path) ?? []
        return name ? writePage(name === 'index' ? 'en' : name) : html
      },
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
        sampleContact().then((text) => response.end(text), next)
      })
    },
  }
}

async function writePage(language: string): Promise<string> {
  const { head, body } = (await prerender(language)).landingMarkup()
  return readFileSync(template, 'utf8')
    .replace('<html lang="en">', `<html lang="${language}">`)
    .replace('<!-- head -->', () => head)
    .replace('<!-- landing -->', () => body)
}

// Loaded each time, because in development the page changes while the server runs.
async function prerender(language = 'en'): Promise<Prerender> {
  const { module: loaded } = await runnerImport<Prerender>(module, {
    configFile: false,
    logLevel: 'error',
    define: {
      'import.meta.env.LANDING_LANGUAGE': JSON.stringify(language),
      'import.meta.env.LANDING_MESSAGES': JSON.stringify(compileAll(language)),
    },
  })
  return loaded
}

async function sampleContact(): Promise<string> {
  const { sampleContact: write } = await prerender()
  return write(readFileSync(photo).toString('base64'))
}
