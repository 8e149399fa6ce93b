/** Bundles only the React renderer that the worker uses. */
import { fileURLToPath } from 'node:url'
import type { Plugin } from 'vite'

const renderer = '../node_modules/react-dom/cjs/react-dom-server-legacy.browser.production.js'

/**
 * Bundles only one of the two renderers that `react-dom/server.edge` requires: the one with `renderToStaticMarkup`. The
 * streaming renderer would add 55 kB (gzip) to the worker.
 */
export function reactRenderer(): Plugin {
  return {
    name: 'react-renderer',
    apply: 'build',
    enforce: 'pre',
    resolveId: {
      filter: { id: /^react-dom\/server\.edge$/ },
      handler: () => fileURLToPath(new URL(renderer, import.meta.url).href),
    },
  }
}
