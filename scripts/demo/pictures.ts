/** Draws a demo person's pictures and stores them as an upload would. */
import sharp from 'sharp'
import type { ImageKind } from '../../schema/image.ts'
import type { Bindings } from '../../worker/env.ts'
import { cleanPicture } from '../../worker/media/clean.ts'
import { storeImage } from '../../worker/media/store.ts'
import { logo } from './logos.ts'
import { looks } from './looks.ts'
import type { Person } from './people/person.ts'
import { portrait } from './portraits.ts'
import { drawScene } from './scenes.ts'

export async function drawPictures(env: Bindings, person: Person) {
  const { look, palette, cover, gallery } = person
  const { shape, color } = person.logo
  const [profilePicture, coverPhoto, logoUrl, faviconUrl, ...galleryUrls] = await Promise.all([
    keepJpeg(env, portrait(looks[look]), 'profile'),
    cover ? keepJpeg(env, drawScene(cover, palette, 'cover'), 'cover') : null,
    keepPng(env, logo(person.logo)),
    keepPng(env, logo({ shape, color })),
    ...gallery.map(([scene]) => keepJpeg(env, drawScene(scene, palette, 'gallery'), 'gallery')),
  ])
  return {
    profilePicture,
    coverPhoto,
    logoUrl,
    faviconUrl,
    gallery: gallery.map(([, alt], i) => ({ url: galleryUrls[i] ?? '', alt })),
  }
}

const sizes = { profile: [500, 500], cover: [1200, 400], gallery: [1200, 800] } as const

async function keepJpeg(env: Bindings, drawing: string, kind: keyof typeof sizes) {
  const [width, height] = sizes[kind]
  const jpeg = await sharp(Buffer.from(drawing), { density: kind === 'profile' ? 180 : 72 })
    .resize(width, height)
    .flatten({ background: '#ffffff' })
    .jpeg({ quality: 82 })
    .toBuffer()
  return keep(env, jpeg, kind)
}

async function keepPng(env: Bindings, drawing: string) {
  const png = await sharp(Buffer.from(drawing), { density: 180 }).png({ palette: true }).toBuffer()
  return keep(env, png, 'logo')
}

async function keep(env: Bindings, bytes: Buffer, kind: ImageKind) {
  const clean = await cleanPicture(new Uint8Array(bytes))
  if (typeof clean === 'string') throw new Error(`A drawn picture is ${clean}`)
  return storeImage(env, clean, kind)
}
