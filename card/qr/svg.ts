/** A QR code as an SVG file. */
import type { QrDrawing } from './drawing.ts'
import { svgPath } from './paths.ts'

/** `logo` is a `data:` URL, because an SVG used as an image loads nothing. */
export function qrSvg({ width, height, shapes, logo, text }: QrDrawing, logoUrl?: string): string {
  const parts = [
    ...shapes.map(({ steps, color }) => `<path fill="${color}" d="${svgPath(steps)}"/>`),
    ...(logo && logoUrl
      ? [
          `<image href="${escapeXml(logoUrl)}" x="${logo.x}" y="${logo.y}" width="${logo.side}" height="${logo.side}"/>`,
        ]
      : []),
    ...(text
      ? [
          `<text x="${text.x}" y="${text.y}" font-size="${text.size}" fill="${text.color}" font-family="${qrFont}" font-weight="600" text-anchor="middle" dominant-baseline="central">${escapeXml(text.line)}</text>`,
        ]
      : []),
  ]
  return `<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 ${width} ${height}">${parts.join('')}</svg>\n`
}

/** The font of a frame's text, as in CSS. */
export const qrFont = 'Noto Sans, system-ui, sans-serif'

function escapeXml(text: string): string {
  return text
    .replace(/[\u0000-\u0008\u000b\u000c\u000e-\u001f]/g, '')
    .replace(/[&<>"']/g, (character) => `&#${character.charCodeAt(0)};`)
}
