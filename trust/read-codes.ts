/** Reads QR codes as a camera sees them: whole, small, blurred and turned, with jsQR and with ZBar. */
import { execFileSync, spawnSync } from 'node:child_process'
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import jsQR from 'jsqr'
import sharp from 'sharp'

/**
 * Whether these commands of Debian's `zbar-tools` and `poppler-utils` are installed. If not, `npm run trust` fails and
 * `npm test` says what it does not test.
 */
export function hasTools(...commands: string[]): boolean {
  const missing = commands.filter((command) => spawnSync(command, ['--version']).error)
  if (missing.length === 0) return true
  const sentence = `${missing.join(', ')} not found: install zbar-tools and poppler-utils to read QR codes back.`
  if (process.env.TRUST === 'whole') throw new Error(sentence)
  console.warn(sentence)
  return false
}

/** The width of the code with its quiet zone, whole and small, in pixels. */
const whole = 480
const small = 80
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

/** Returns the views in which a reader did not read this text, such as `zbarimg small`. */
export async function failedViews(image: Buffer, text: string, scale: Scale): Promise<string[]> {
  const views = Object.entries(await viewsOf(image, scale))
  const failed: string[] = []
  for (const [name, view] of views)
    if ((await readByJsQr(view)) !== text) failed.push(`jsQR ${name}`)
  const read = readByZbar(views.map(([, view]) => view))
  for (const [index, [name]] of views.entries())
    if (read[index] !== text) failed.push(`zbarimg ${name}`)
  return failed
}

async function viewsOf(
  image: Buffer,
  { share, modules, ground }: Scale,
): Promise<Record<string, Buffer>> {
  const width = (side: number) => Math.round(side / share)
  const base = await sharp(image)
    .flatten({ background: '#fff' })
    .resize({ width: width(whole) })
    .png()
    .toBuffer()
  const shown = () => sharp(base)
  return {
    whole: base,
    small: await shown()
      .resize({ width: width(small) })
      .png()
      .toBuffer(),
    blurred: await shown()
      .blur((blur * whole) / modules)
      .png()
      .toBuffer(),
    turned: await shown().rotate(turn, { background: ground }).png().toBuffer(),
  }
}

/** A scanner gets many frames, and jsQR misses a few that are perfectly sharp, so it may try the frame at half its size. */
async function readByJsQr(image: Buffer): Promise<string | undefined> {
  const read = ({ data, width, height }: Pixels) => jsQR(data, width, height)?.data
  const first = await pixelsOf(image)
  return read(first) ?? read(await pixelsOf(image, first.width / 2))
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
