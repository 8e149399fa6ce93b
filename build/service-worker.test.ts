import { expect, test } from 'vitest'
import { filesOf } from './service-worker.ts'

function chunk(name: string, fields: { imports?: string[]; page?: string; css?: string[] } = {}) {
  return {
    type: 'chunk' as const,
    name,
    fileName: `assets/${name}-12345678.js`,
    imports: (fields.imports ?? []).map((one) => `assets/${one}-12345678.js`),
    facadeModuleId: fields.page ? `/x/web/${fields.page}` : null,
    viteMetadata: { importedCss: new Set(fields.css) },
  }
}

const parts = [
  chunk('app', { imports: ['react'], css: ['assets/app-abcdefgh.css'] }),
  chunk('react'),
  chunk('pocket', { page: 'pages/pocket/PocketPage.tsx', imports: ['react', 'qr'] }),
  chunk('qr', { imports: ['react'] }),
  chunk('Drawer', { page: 'shell/Drawer.tsx' }),
  chunk('charts', { page: 'pages/analytics/AnalyticsPage.tsx', imports: ['react'] }),
  chunk('index', { imports: ['react'] }),
  { type: 'asset' as const, fileName: 'assets/app-abcdefgh.css' },
  { type: 'asset' as const, fileName: 'assets/card.js' },
]

test('the service worker precaches the shell and the pocket screen with all their imports', () => {
  const { first, start } = filesOf(parts)
  expect(first).toBe('assets/app-12345678.js')
  expect(start).toEqual([
    'assets/Drawer-12345678.js',
    'assets/app-12345678.js',
    'assets/app-abcdefgh.css',
    'assets/pocket-12345678.js',
    'assets/qr-12345678.js',
    'assets/react-12345678.js',
  ])
})

test('a file without a hash in its name is not cached', () => {
  const { all } = filesOf(parts)
  expect(all).toContain('assets/charts-12345678.js')
  expect(all).not.toContain('assets/card.js')
})
