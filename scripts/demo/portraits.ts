/** Portraits of the demo people, drawn from a handful of choices, on a 200 grid. */
import { type Clothes, clothes } from './clothes.ts'
import {
  circle,
  darker,
  drawing,
  ellipse,
  glow,
  gradient,
  lighter,
  line,
  mix,
  path,
} from './draw.ts'
import { type Hair, hairBehind, hairInFront } from './hair.ts'

export type Look = {
  backdrop: [string, string]
  skin: string
  hair: Hair
  clothes: Clothes
  beard?: 'full' | 'stubble' | 'moustache'
  glasses?: string
  earrings?: string
  lips?: string
}

const face = 'M66 87C66 58 79 44 100 44s34 14 34 43c0 31-16 53-34 53S66 118 66 87Z'
const neck = 'M85 122h30v31c0 11-30 11-30 0Z'

export function portrait(look: Look): string {
  return drawing(
    200,
    200,
    [
      paints(look),
      `<rect width="200" height="200" fill="url(#back)"/>`,
      circle([148, 54, 92], 'url(#light)'),
      hairBehind(look.hair),
      path(neck, darker(look.skin, 0.14)),
      path('M85 128c8 12 22 16 30 8v8c-10 10-24 8-30-2Z', darker(look.skin, 0.3), 'opacity=".5"'),
      clothes(look.clothes),
      head(look),
      beard(look),
      hairInFront(look.hair),
      extras(look),
    ].join(''),
  )
}

function paints({ backdrop, skin, clothes }: Look): string {
  return `<defs>${gradient('back', backdrop, 50)}${glow('light', ['#ffffff59', '#ffffff00'])}${gradient('skin', [lighter(skin, 0.07), skin, darker(skin, 0.13)], 12)}${gradient('cloth', [lighter(clothes.color, 0.05), darker(clothes.color, 0.22)], 75)}<clipPath id="face"><path d="${face}"/></clipPath></defs>`
}

function head({ skin, hair, lips, ...look }: Look): string {
  const covered = hair.style === 'hijab'
  const brow = mix(
    hair.style === 'hijab' || hair.style === 'wrap' ? '#2a1a12' : hair.color,
    skin,
    0.18,
  )
  const shade = darker(skin, 0.26)
  return [
    covered
      ? ''
      : ellipse([66, 96, 6.5, 10], skin) + ellipse([134, 96, 6.5, 10], darker(skin, 0.14)),
    path(face, 'url(#skin)'),
    ellipse([82, 111, 9, 6], '#e0563f', 'opacity=".13"') +
      ellipse([118, 111, 9, 6], '#e0563f', 'opacity=".13"'),
    line('M79 83c4-3.500 9-4 14-1.500M107 81.500c5-2.500 10-2 14 1.500', brow, 2.7),
    ellipse([86.5, 93, 2.9, 3.5], '#241712') + ellipse([113.5, 93, 2.9, 3.5], '#241712'),
    circle([87.5, 91.7, 0.9], '#ffffff') + circle([114.5, 91.7, 0.9], '#ffffff'),
    line('M101 93c1 6 4 10 3 13-1 2-5 2-7 1', shade, 1.9, 'opacity=".75"'),
    look.beard === 'full' ? '' : mouth(lips ?? mix(skin, '#7a2320', 0.5)),
  ].join('')
}

function mouth(color: string): string {
  return (
    path(
      'M89.500 119c6 3.500 15 3.500 21 0-2 7-6 9.500-10.500 9.500s-8.500-2.500-10.500-9.500Z',
      color,
    ) + path('M92 120.400c5 1.800 11 1.800 16 0-.8 2-15.200 2-16 0Z', '#ffffff', 'opacity=".92"')
  )
}

function beard({ beard, hair, skin }: Look): string {
  const color = mix(hair.color, skin, 0.08)
  const jaw = 'M65 92c4 8 6 16 12 19 8-6 38-6 46 0 6-3 8-11 12-19 2 36-16 54-35 54S63 128 65 92Z'
  if (beard === 'full')
    return (
      path(jaw, color) +
      path('M84 113c8-5 24-5 32 0-6 1-9 3-16 3s-10-2-16-3Z', darker(color, 0.1)) +
      path('M91 119c6 2 12 2 18 0-2 5-5 7-9 7s-7-2-9-7Z', mix(skin, '#7a2320', 0.5))
    )
  if (beard === 'stubble')
    return `<g clip-path="url(#face)">${path(jaw, color, 'opacity=".2"')}</g>`
  if (beard === 'moustache')
    return path('M84 117c4-6 12-7 16-4 4-3 12-2 16 4-6 1-11 1-16-1-5 2-10 2-16 1Z', color)
  return ''
}

function extras({ glasses, earrings, hair }: Look): string {
  const covered = hair.style === 'hijab'
  return [
    glasses
      ? `<g fill="#ffffff" fill-opacity=".12" stroke="${glasses}" stroke-width="2.4"><rect x="74" y="84" width="22" height="18" rx="7.500"/><rect x="104" y="84" width="22" height="18" rx="7.500"/><path fill="none" d="M96 91c2.500-2 5.500-2 8 0M74 90l-7-2M126 90l7-2"/></g>`
      : '',
    earrings && !covered
      ? circle([65, 109, 3.6], earrings) + circle([135, 109, 3.6], earrings)
      : '',
  ].join('')
}
