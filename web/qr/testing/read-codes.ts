/** Reads QR codes as a camera sees them: whole, small, blurred and turned, with jsQR and with ZBar. */
import { execFileSync, spawnSync } from 'node:child_process'
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import jsQR from 'jsqr'
import sharp from 'sharp'
import type { QrDrawing } from '../../../card/qr/drawing.ts'

/** Whether these commands of Debian's `zbar-tools` and `poppler-utils` are installed. If not, prints what is not tested. */
export function hasTools(...commands: string[]): boolean {
  const missing = commands.filter((command) => spawnSync(command, ['--version']).error)
  if (missing.length === 0) return true
  const sentence = `${missing.join(', ')} not found: install zbar-tools and poppler-utils to read QR codes back.`
  console.warn(sentence)
  return false
}

/** The width of the code with its quiet zone, whole and at most 80 pixels, as in the check of the studio. */
const whole = 480
const smallSides = Array.from({ length: 17 }, (_, index) => 80 - index)
/** A blur as wide as a tenth of a finder pattern: twice the standard deviation is 0.7 modules. */
const blur = 0.35
const turn = 15

/** How much of a drawing's width the code takes, and its side in modules with the quiet zone. */
type Scale = { share: number; modules: number; ground: string }

export function rasterizeSvg(svg: string, { share }: Scale): Promise<Buffer> {
  const width = Math.round(whole / share)
  return sharp(Buffer.from(svg), { density: 300 })
    .resize({ width })
    .flatten({ background: '#fff' })
    .png()
    .toBuffer()
}

/** A page, by poppler. */
export function rasterizePdf(pdf: Uint8Array, { share }: Pick<Scale, 'share'>, page = 1): Buffer {
  return withFolder((folder) => {
    const file = join(folder, 'code.pdf')
    writeFileSync(file, pdf)
    const size = ['-scale-to-x', String(Math.round(whole / share)), '-scale-to-y', '-1']
    execFileSync('pdftoppm', [
      '-png',
      '-singlefile',
      '-f',
      String(page),
      ...size,
      file,
      join(folder, 'code'),
    ])
    return readFileSync(join(folder, 'code.png'))
  })
}

/**
 * Returns the views in which a reader did not read this text, such as `zbarimg small`. `image` is the drawing, for ZBar,
 * and `code` the code without its frame, for jsQR, which takes some frames for a part of the code.
 */
export async function failedViews(
  { image, code }: { image: Buffer; code: Buffer },
  text: string,
  scale: Scale,
): Promise<string[]> {
  const failed: string[] = []
  for (const [name, frames] of Object.entries(await viewsOf(code, { ...scale, share: 1 })))
    if (!(await isReadByJsQr(frames, text))) failed.push(`jsQR ${name}`)
  const views = Object.entries(await viewsOf(image, scale))
  const firsts = views.flatMap(([, [first]]) => (first ? [first()] : []))
  const read = readByZbar(await Promise.all(firsts))
  for (const [index, [name]] of views.entries())
    if (read[index] !== text) failed.push(`zbarimg ${name}`)
  return failed
}

type Frame = () => Promise<Buffer>

/**
 * The frames of each view. A scanner gets many, and jsQR misses a few that are perfectly sharp, so it may try another
 * size; ZBar gets the first.
 */
async function viewsOf(
  image: Buffer,
  { share, modules, ground }: Scale,
): Promise<Record<string, Frame[]>> {
  const base = await sharp(image)
    .flatten({ background: '#fff' })
    .resize({ width: Math.round(whole / share) })
    .png()
    .toBuffer()
  const shown = () => sharp(base)
  const small = (side: number) => () =>
    shown()
      .resize({ width: Math.round(side / share) })
      .png()
      .toBuffer()
  const blurred = await shown()
    .blur((blur * whole) / modules)
    .png()
    .toBuffer()
  const turned = await shown().rotate(turn, { background: ground }).png().toBuffer()
  return {
    whole: framesOf(base),
    small: smallSides.map(small),
    blurred: framesOf(blurred),
    turned: framesOf(turned),
  }
}

/** The image, and in smaller sizes. */
function framesOf(image: Buffer): Frame[] {
  const smaller = [0.9, 0.8, 0.7, 0.6, 0.5].map((size) => async () => {
    const { width = 0 } = await sharp(image).metadata()
    const resized = sharp(image).resize({ width: Math.round(width * size) })
    return resized.png().toBuffer()
  })
  return [async () => image, ...smaller]
}

async function isReadByJsQr(frames: Frame[], text: string): Promise<boolean> {
  for (const frame of frames) {
    const { data, width, height } = await pixelsOf(await frame())
    if (jsQR(data, width, height)?.data === text) return true
  }
  return false
}

/** The code with its quiet zone, without a frame. */
export async function cropped(image: Buffer, { code, width }: QrDrawing): Promise<Buffer> {
  const unit = ((await sharp(image).metadata()).width ?? 0) / width
  const [left, top, side] = [code.x, code.y, code.side].map((at) => Math.round(at * unit))
  return sharp(image)
    .extract({ left: left ?? 0, top: top ?? 0, width: side ?? 0, height: side ?? 0 })
    .png()
    .toBuffer()
}

type Pixels = { data: Uint8ClampedArray; width: number; height: number }

/** RGBA, at its own width or resized. */
export async function pixelsOf(image: Buffer, width?: number): Promise<Pixels> {
  const { data, info } = await sharp(image)
    .flatten({ background: '#fff' })
    .resize(width ? { width: Math.round(width) } : {})
    .ensureAlpha()
    .raw()
    .toBuffer({ resolveWithObject: true })
  return { data: new Uint8ClampedArray(data), width: info.width, height: info.height }
}

/** The text of each image; undefined where none was found. */
export function readByZbar(images: Buffer[]): (string | undefined)[] {
  return withFolder((folder) => {
    const files = images.map((image, index) => {
      const file = join(folder, `${index}.png`)
      writeFileSync(file, image)
      return file
    })
    // Its exit code is not 0 when it found no code in one of them.
    const { stdout } = spawnSync('zbarimg', ['-q', '--xml', ...files], { encoding: 'utf8' })
    return files.map((file) => {
      const source = stdout.split('<source ').find((part) => part.includes(file))
      return /<!\[CDATA\[(.*?)\]\]>/s.exec(source ?? '')?.[1]
    })
  })
}

function withFolder<Result>(work: (folder: string) => Result): Result {
  const folder = mkdtempSync(join(tmpdir(), 'codes-'))
  try {
    return work(folder)
  } finally {
    rmSync(folder, { recursive: true })
  }
}
