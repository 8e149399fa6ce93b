import { expect, test } from 'vitest'
import { filesOf } from './service-worker.ts'

type Fields = { imports?: string[]; later?: string[]; page?: string; css?: string[] }

function chunk(name: string, fields: Fields = {}) {
  const files = (names: string[] = []) => names.map((one) => `assets/${one}-12345678.js`)
  return {
    type: 'chunk' as const,
    name,
    fileName: `assets/${name}-12345678.js`,
    imports: files(fields.imports),
    dynamicImports: files(fields.later),
    facadeModuleId: fields.page ? `/x/web/${fields.page}` : null,
    viteMetadata: { importedCss: new Set(fields.css) },
  }
}

const parts = [
  chunk('app', { imports: ['react'], css: ['assets/app-abcdefgh.css'] }),
  chunk('react'),
  chunk('pocket', { page: 'cards/pocket/PocketPage.tsx', imports: ['react', 'qr'] }),
  chunk('qr', { imports: ['react'] }),
  chunk('Drawer', { page: 'shell/Drawer.tsx' }),
  chunk('charts', { page: 'analytics/AnalyticsPage.tsx', imports: ['react'] }),
  chunk('index', { imports: ['react'] }),
  chunk('capture', {
    imports: ['react'],
    later: ['CapturePage'],
    css: ['assets/capture-abcdefgh.css'],
  }),
  chunk('CapturePage', { imports: ['react'], later: ['scan'] }),
  chunk('scan'),
  { type: 'asset' as const, fileName: 'assets/zxing_reader-12345678.wasm' },
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

test('booth mode keeps its scripts, also those it loads later, and what reads codes', () => {
  const { start, all, captureEntry, capture } = filesOf(parts)
  expect(captureEntry).toBe('assets/capture-12345678.js')
  expect(capture).toEqual([
    'assets/CapturePage-12345678.js',
    'assets/capture-12345678.js',
    'assets/capture-abcdefgh.css',
    'assets/react-12345678.js',
    'assets/scan-12345678.js',
    'assets/zxing_reader-12345678.wasm',
  ])
  expect(all).toContain('assets/zxing_reader-12345678.wasm')
  expect(start).not.toContain('assets/zxing_reader-12345678.wasm')
})
