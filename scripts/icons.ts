/** Renders the installed app's icons into `web/public/icons`; run `node scripts/icons.ts` after changing the logo. */
import sharp from 'sharp'
import { logoPath } from '../card/icons/logo-path.ts'

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
