import { resolve } from 'node:path'
import { cloudflare } from '@cloudflare/vite-plugin'
import react from '@vitejs/plugin-react'
import { defineConfig } from 'vite'
import { weighRoutes } from './build/budgets.ts'
import { cardScripts } from './build/card-scripts.ts'
import { commonPasswords } from './build/common-passwords.ts'
import { messages, preloadStart } from './build/messages.ts'
import { prerenderLanding } from './build/prerender-landing.ts'
import { reactRenderer } from './build/react-renderer.ts'
import { serviceWorker } from './build/service-worker.ts'
import { type AppLanguage, appLanguages } from './schema/screens.ts'

const landingPage = (language: AppLanguage) => (language === 'en' ? 'index' : language)

// Set by scripts/dev.ts: the folder of the local data, and local variables.
const { EDGECARD_DATA, EDGECARD_VARS } = process.env

export default defineConfig({
  root: 'web',
  resolve: {
    // Its exports lead to the development build, which has warnings that are never shown.
    alias: [
      {
        find: /^react-router$/,
        replacement: resolve('node_modules/react-router/dist/production/index.mjs'),
      },
      {
        find: /^react-router\/dom$/,
        replacement: resolve('node_modules/react-router/dist/production/dom-export.mjs'),
      },
      // Its sources use `require`, whose helper would be in the first visit to every page.
      {
        find: /^tesseract\.js$/,
        replacement: resolve('node_modules/tesseract.js/dist/tesseract.esm.min.js'),
      },
    ],
  },
  plugins: [
    cardScripts(),
    commonPasswords(),
    messages(),
    preloadStart(),
    reactRenderer(),
    prerenderLanding(),
    weighRoutes(),
    serviceWorker(),
    react(),
    cloudflare({
      configPath: '../wrangler.toml',
      // The folder below dist/, whatever name the worker has.
      viteEnvironment: { name: 'edgecard' },
      persistState: EDGECARD_DATA ? { path: EDGECARD_DATA } : false,
      config: { vars: JSON.parse(EDGECARD_VARS ?? '{}') },
    }),
  ],
  build: {
    outDir: '../dist',
    emptyOutDir: true,
    // Images stay files, which the browser loads only when it shows them.
    assetsInlineLimit: 0,
    modulePreload: { polyfill: false },
  },
  environments: {
    client: {
      build: {
        rollupOptions: {
          input: Object.fromEntries(
            ['app', 'capture', ...appLanguages.map(landingPage)].map((name) => [
              name,
              resolve(`web/${name}.html`),
            ]),
          ),
          // Optional dependencies of jsPDF for HTML and SVG, which the app does not use.
          external: ['canvg', 'dompurify', 'html2canvas'],
          output: {
            codeSplitting: {
              groups: [
                // What the landing page shares with the app, without what only the app needs.
                {
                  name: 'landing-shared',
                  test: /\/web\/(accounts\/data\/signed-in-cookie|messages\/stored-language|shell\/pwa\/install-prompt)\.ts$|vite\/preload-helper/,
                  priority: 4,
                },
                // What runs before the messages are loaded.
                {
                  name: 'messages',
                  test: /\/web\/messages\/.*\.tsx?$|\/schema\/screens\.ts$|\/@lingui\//,
                  priority: 3,
                },
                // The app imports it when the messages are loaded, and every page is loaded after it.
                { name: 'start', test: /\/web\/start\.tsx$/, priority: 1 },
                // Many pages import the reader of phone numbers, but no first one does.
                { name: 'phone-text', test: /\/schema\/phone-text\.ts$/, priority: 1 },
                // Modules that nearly every page imports, in one file, because small files compress badly; what many parts
                // of the editor import is not among them.
                {
                  name: 'shared',
                  test: /\/(web|card|schema)\/(?!cards\/reveal\.ts|inbox\/lead\.ts).*\.tsx?$/,
                  minShareCount: 16,
                },
                // Small modules of the same pages; the first route names every file of the others. Below `shared`, which takes
                // what they import themselves.
                {
                  name: 'figures',
                  test: /\/schema\/analytics\/figures\.ts$|\/web\/ui\/charts\/breakdown\.ts$/,
                },
              ],
            },
          },
        },
      },
    },
  },
})
