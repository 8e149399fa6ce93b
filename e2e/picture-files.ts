/** Picture files for journeys, good and bad, drawn on the spot; and how they are chosen. */
import type { Locator, Page } from '@playwright/test'
import sharp from 'sharp'
import { movingPng } from '../worker/testing/images.ts'

export type PictureFile = { name: string; mimeType: string; buffer: Buffer }

/** Clicks the button and gives the files to the file chooser it opens. */
export async function chooseFiles(
  page: Page,
  button: Locator,
  files: PictureFile | PictureFile[],
): Promise<void> {
  const [chooser] = await Promise.all([page.waitForEvent('filechooser'), button.click()])
  await chooser.setFiles(files)
}

/** Red on the left half and blue on the right one. */
export function halves(width: number, height: number) {
  const half = { width: Math.ceil(width / 2), height, channels: 3 as const }
  return sharp({ create: { width, height, channels: 3, background: '#d02020' } }).composite([
    { input: { create: { ...half, background: '#2030d0' } }, left: width - half.width, top: 0 },
  ])
}

export async function jpeg(width: number, height: number): Promise<PictureFile> {
  return asJpeg(await halves(width, height).jpeg().toBuffer())
}

/** A blue disc on nothing. */
export async function disc(size: number): Promise<PictureFile> {
  const drawing = `<svg xmlns="http://www.w3.org/2000/svg" width="${size}" height="${size}"><circle cx="50%" cy="50%" r="40%" fill="#2030d0"/></svg>`
  const buffer = await sharp(Buffer.from(drawing)).png().toBuffer()
  return { name: 'disc.png', mimeType: 'image/png', buffer }
}

/** Two frames, one red and one blue. */
export async function movingGif(width: number, height: number): Promise<PictureFile> {
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

/** Red on the left as it is to be seen, but stored lying on its side. */
export async function rotatedJpeg(width: number, height: number): Promise<PictureFile> {
  const lying = await halves(width, height).png().toBuffer()
  return asJpeg(await sharp(lying).rotate(-90).withMetadata({ orientation: 6 }).jpeg().toBuffer())
}

export async function cmykJpeg(width: number, height: number): Promise<PictureFile> {
  const rgb = await halves(width, height).png().toBuffer()
  return asJpeg(await sharp(rgb).toColourspace('cmyk').jpeg().toBuffer())
}

/** Files that a profile picture cannot be made of, and the toast each of them gets. */
export async function badFiles(): Promise<{ file: PictureFile; toast: string }[]> {
  const { buffer } = await jpeg(400, 400)
  const webp = await halves(400, 400).webp().toBuffer()
  const png = await halves(8, 8).png().toBuffer()
  png.writeUInt32BE(12_001, 16)
  const file = (name: string, bytes: Buffer, mimeType = 'image/png') => ({
    name,
    mimeType,
    buffer: bytes,
  })
  return [
    {
      file: file('notes.pdf', Buffer.from('%PDF-1.7'), 'application/pdf'),
      toast: 'Invalid file type',
    },
    { file: file('renamed.png', webp), toast: 'Invalid file type' },
    { file: file('large.jpg', Buffer.alloc(5_300_000), 'image/jpeg'), toast: 'File too large' },
    { file: file('empty.png', Buffer.alloc(0)), toast: 'Failed to load image' },
    { file: file('text.png', Buffer.from('not a picture')), toast: 'Failed to load image' },
    { file: asJpeg(buffer.subarray(0, buffer.length / 2)), toast: 'Failed to load image' },
    { file: file('wide.png', png), toast: 'Image dimensions' },
    { file: await jpeg(199, 400), toast: 'Image dimensions' },
  ]
}

/** Files of which a profile picture can be made, not as they are, and what is said of each. */
export async function peculiarFiles() {
  const still = {
    title: 'Animated image',
    text: 'Only the first picture of the animation is used.',
  }
  const buffer = Buffer.from(movingPng(300, 300))
  return [
    { file: await movingGif(300, 300), ...still },
    { file: { name: 'moving.png', mimeType: 'image/png', buffer }, ...still },
    {
      file: await cmykJpeg(600, 600),
      title: 'Colours for print',
      text: 'The print colours of this picture are converted for screens. Check how they look.',
    },
  ]
}

function asJpeg(buffer: Buffer): PictureFile {
  return { name: 'photo.jpg', mimeType: 'image/jpeg', buffer }
}
