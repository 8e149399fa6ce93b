/** Random styles of QR codes that the studio accepts. */
import { type QrStyle, qrColorError } from '../../../schema/share-points/share-point.ts'

export type StyledCode = { content: string; style: QrStyle; hasLogo: boolean }

const contents = [
  'https://cards.example.com/s/K7QX2M',
  'https://cards.example.com/view/ada-lovelace#qr',
  'http://localhost:8787/s/ZZ9ABC',
]
const frames = ['', 'Scan to save my contact', 'Scan me', 'Отсканируйте & «сохраните» <меня>']

/** The same codes for the same seed. */
export function randomStyles(count: number, seed = 22): StyledCode[] {
  const random = generator(seed)
  const pick = <Item>(items: readonly Item[]) => items[Math.floor(random() * items.length)]
  const color = () =>
    `#${Math.floor(random() * 0x1000000)
      .toString(16)
      .padStart(6, '0')}`
  const codes: StyledCode[] = []
  while (codes.length < count) {
    const colors = { dark: color(), light: color() }
    if (qrColorError(colors)) continue
    codes.push({
      content: pick(contents) ?? '',
      style: {
        ...colors,
        shape: pick(['square', 'rounded'] as const) ?? 'square',
        frame: pick(frames) ?? '',
      },
      hasLogo: random() < 0.5,
    })
  }
  return codes
}

/** Numbers from 0 to 1 (mulberry32). */
function generator(seed: number): () => number {
  let state = seed
  return () => {
    state = (state + 0x6d2b79f5) | 0
    let mixed = Math.imul(state ^ (state >>> 15), state | 1)
    mixed ^= mixed + Math.imul(mixed ^ (mixed >>> 7), mixed | 61)
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 4_294_967_296
  }
}
