/**
 * Renders the installed app's icons into `web/public/icons`, and the preview picture of each theme, for cards without one
 * of their own, into `web/public/previews`; run `node scripts/icons.ts` after changing the logo or the colors of a theme.
 */
import { readFileSync } from 'node:fs'
import sharp from 'sharp'
import { logoPath } from '../card/icons/logo-path.ts'
import { previewSize } from '../schema/preview.ts'
import { themeNames } from '../schema/theme.ts'

const icons = [
  { file: 'icon-192.png', size: 192, corner: 5.5, scale: 0.72 },
  { file: 'icon-512.png', size: 512, corner: 5.5, scale: 0.72 },
  // Launchers may crop a maskable icon to a circle of 80% (W3C manifest, "safe zone").
  { file: 'maskable-512.png', size: 512, corner: 0, scale: 0.56 },
  { file: 'apple-touch-180.png', size: 180, corner: 0, scale: 0.66 },
]

for (const { file, size, corner, scale } of icons) {
  const svg = `<svg xmlns="http://www.w3.org/2000/svg" width="${size}" height="${size}" viewBox="0 0 24 24">
    <rect width="24" height="24" rx="${corner}" fill="#f59e0b"/>
    <path fill="#1a1206" d="${logoPath}" transform="translate(12 12) scale(${scale}) translate(-11.8 -12)"/>
  </svg>`
  const image = sharp(Buffer.from(svg)).png({ palette: true, compressionLevel: 9 })
  await image.toFile(`${import.meta.dirname}/../web/public/icons/${file}`)
}

const { width, height } = previewSize

for (const theme of ['default', ...Object.keys(themeNames)]) {
  const color = colorsOf(theme)
  // Two themes have chips that cannot be seen on their paper.
  const soft = ['#0000', '#fff'].includes(color('chip')) ? color('bg') : color('chip')
  const svg = `<svg xmlns="http://www.w3.org/2000/svg" width="${width}" height="${height}">
    <rect width="${width}" height="${height}" fill="${color('bg')}"/>
    <rect x="48" y="48" width="${width - 96}" height="${height - 96}" rx="28" fill="${color('surf')}" stroke="${color('line')}" stroke-width="2"/>
    <g fill="${soft}"><circle cx="264" cy="315" r="152"/><rect x="480" y="226" width="520" height="56" rx="12"/>
    <rect x="480" y="316" width="380" height="32" rx="10"/><rect x="480" y="372" width="300" height="32" rx="10"/></g>
    <path fill="${color('accent')}" d="${logoPath}" transform="translate(190 241) scale(6.2)"/>
  </svg>`
  const image = sharp(Buffer.from(svg)).jpeg({ quality: 85, mozjpeg: true })
  await image.toFile(`${import.meta.dirname}/../web/public/previews/${theme}.jpg`)
}

/** The theme's color with this name; a theme has only what differs from the default. */
function colorsOf(theme: string): (name: string) => string {
  const [own, base] = [theme, 'default'].map((name) =>
    readFileSync(`${import.meta.dirname}/../card/themes/${name}.css`, 'utf8'),
  )
  return (name) =>
    [own, base].flatMap(
      (css) => new RegExp(`--c-${name}:\\s*(#\\w+)`).exec(css ?? '')?.[1] ?? [],
    )[0] ?? '#888888'
}
