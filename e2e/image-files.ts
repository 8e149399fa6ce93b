/** Generated image files for uploads, valid and invalid. */
import type { Locator, Page } from '@playwright/test'
import sharp from 'sharp'

export type ImageFile = { name: string; mimeType: string; buffer: Buffer }

/** Clicks the button and selects the files in the file chooser that it opens. */
export async function chooseFiles(
  page: Page,
  button: Locator,
  files: ImageFile | ImageFile[],
): Promise<void> {
  const [chooser] = await Promise.all([page.waitForEvent('filechooser'), button.click()])
  await chooser.setFiles(files)
}

/** An image with a red left half and a blue right half. */
export function halves(width: number, height: number) {
  const half = { width: Math.ceil(width / 2), height, channels: 3 as const }
  return sharp({ create: { width, height, channels: 3, background: '#d02020' } }).composite([
    { input: { create: { ...half, background: '#2030d0' } }, left: width - half.width, top: 0 },
  ])
}

export async function jpeg(width: number, height: number): Promise<ImageFile> {
  return asJpeg(await halves(width, height).jpeg().toBuffer())
}

/** A blue disc on a transparent background. */
export async function disc(size: number): Promise<ImageFile> {
  const drawing = `<svg xmlns="http://www.w3.org/2000/svg" width="${size}" height="${size}"><circle cx="50%" cy="50%" r="40%" fill="#2030d0"/></svg>`
  const buffer = await sharp(Buffer.from(drawing)).png().toBuffer()
  return { name: 'disc.png', mimeType: 'image/png', buffer }
}

/** An animated GIF with a red and a blue frame. */
export async function movingGif(width: number, height: number): Promise<ImageFile> {
  const frames = await Promise.all(
    ['#d02020', '#2030d0'].map((background) =>
      sharp({ create: { width, height, channels: 3, background } })
        .png()
        .toBuffer(),
    ),
  )
  const buffer = await sharp(frames, { join: { animated: true } })
    .gif()
    .toBuffer()
  return { name: 'moving.gif', mimeType: 'image/gif', buffer }
}

/** Red on the left when displayed, but stored rotated, with an EXIF orientation. */
export async function rotatedJpeg(width: number, height: number): Promise<ImageFile> {
  const upright = await halves(width, height).png().toBuffer()
  return asJpeg(await sharp(upright).rotate(-90).withMetadata({ orientation: 6 }).jpeg().toBuffer())
}

export async function cmykJpeg(width: number, height: number): Promise<ImageFile> {
  const rgb = await halves(width, height).png().toBuffer()
  return asJpeg(await sharp(rgb).toColourspace('cmyk').jpeg().toBuffer(), 'cmyk.jpg')
}

/** 16 bits per channel, as scanners and photo programs write it. */
export async function png16(width: number, height: number): Promise<ImageFile> {
  const rgb = await halves(width, height).png().toBuffer()
  const buffer = await sharp(rgb).toColourspace('rgb16').png().toBuffer()
  return { name: 'deep.png', mimeType: 'image/png', buffer }
}

/** A GIF that is transparent around a disc. */
export async function transparentGif(size: number): Promise<ImageFile> {
  const buffer = await sharp((await disc(size)).buffer)
    .gif()
    .toBuffer()
  return { name: 'disc.gif', mimeType: 'image/gif', buffer }
}

/** A photo of an iPhone, named like a JPEG. Made of an AVIF, which has the same container. */
export async function heicNamedJpeg(): Promise<ImageFile> {
  const avif = await halves(400, 400).avif().toBuffer()
  return asJpeg(Buffer.from(avif.toString('latin1').replaceAll('avif', 'heic'), 'latin1'))
}

/** Files that are refused as a profile picture before and after they are decoded, and the error of each. */
export async function badFiles(): Promise<{ file: ImageFile; error: string }[]> {
  const { buffer } = await jpeg(400, 400)
  return [
    {
      file: { name: 'notes.pdf', mimeType: 'application/pdf', buffer: Buffer.from('%PDF-1.7') },
      error: 'Invalid file type',
    },
    { file: asJpeg(buffer.subarray(0, buffer.length / 2)), error: 'Failed to load image' },
    { file: await jpeg(199, 400), error: 'Image dimensions' },
  ]
}

function asJpeg(buffer: Buffer, name = 'photo.jpg'): ImageFile {
  return { name, mimeType: 'image/jpeg', buffer }
}
