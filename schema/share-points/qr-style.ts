/** The style of a QR code for print. */
import * as z from 'zod/mini'
import { contrastOf, luminance } from '../luminance.ts'
import { trimmedText } from '../text.ts'

const Color = z.string().check(z.regex(/^#[0-9a-f]{6}$/i, 'Enter a color such as #1a2fe0'))

export const maxFrameText = 32

export const QrStyle = z.object({
  /** Of the modules, and of the ground behind them. */
  dark: Color,
  light: Color,
  shape: z.enum(['square', 'rounded']),
  /** Empty for a code without a frame. */
  frame: trimmedText(maxFrameText, `Frame text must be at most ${maxFrameText} characters`),
})
export type QrStyle = z.infer<typeof QrStyle>

/** The images of a card that can be in the middle of its codes. */
export const cardLogos = ['none', 'logo', 'photo'] as const

/** The style that is stored with a share point; refused if cameras would fail to read its colors. */
export const SharePointStyle = z
  .strictObject({ ...QrStyle.shape, logo: z.enum(cardLogos) })
  .check((style) => {
    const message = qrColorError(style.value)
    if (message) style.issues.push({ code: 'custom', message, input: style.value })
  })
export type SharePointStyle = z.infer<typeof SharePointStyle>

export const plainQr: QrStyle = { dark: '#000000', light: '#ffffff', shape: 'square', frame: '' }

/** The least contrast between the code and its background, by WCAG's formula; cameras lose modules below it. */
const minQrContrast = 4

/** Why cameras would fail to read these colors, or undefined. */
export function qrColorError({ dark, light }: Pick<QrStyle, 'dark' | 'light'>): string | undefined {
  if (luminance(dark) > luminance(light))
    return 'Many cameras read only a dark code on a light background. Swap the two colors.'
  const contrast = contrastOf(dark, light)
  if (contrast < minQrContrast)
    return `The contrast is ${contrast.toFixed(1)}:1. Make the code darker or the background lighter, to reach at least ${minQrContrast}:1.`
}
