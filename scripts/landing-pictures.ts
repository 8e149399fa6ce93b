import sharp from 'sharp'
import { looks } from './demo/looks.ts'
import { portrait } from './demo/portraits.ts'

/** Draws the portraits of the landing page into `web/landing/people`: run `node scripts/landing-pictures.ts` after a face changed. */
const faces = ['ada', 'kai', 'amara', 'alice', 'ben', 'camille', 'james', 'zuri', 'devon'] as const

// Twice the largest size they are shown at.
const size = 272

for (const face of faces) {
  const picture = sharp(Buffer.from(portrait(looks[face])), { density: 180 }).resize(size, size)
  await picture
    .webp({ quality: 82, effort: 6 })
    .toFile(`${import.meta.dirname}/../web/landing/people/${face}.webp`)
}

// The photo in the sample contact file: phones show it square, and read JPEG only.
await sharp(Buffer.from(portrait(looks.ada)), { density: 180 })
  .resize(400, 400)
  .jpeg({ quality: 80 })
  .toFile(`${import.meta.dirname}/../web/landing/people/ada.jpg`)
