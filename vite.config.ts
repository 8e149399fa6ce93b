import { cloudflare } from '@cloudflare/vite-plugin'
import react from '@vitejs/plugin-react'
import { defineConfig } from 'vite'
export default defineConfig({
  root: 'web',
  plugins: [react(), cloudflare({ configPath: '../wrangler.toml' })],
  build: { outDir: '../dist', emptyOutDir: true },
  environments: { client: { build: { rollupOptions: { input: { app: 'web/app.html' } } } } },
})
