/** Houses and streets, on a 1200 by 800 ground. */
import {
  blur,
  circle,
  darker,
  gradient,
  group,
  lighter,
  line,
  mix,
  path,
  rect,
  times,
} from '../draw.ts'
import type { Palette } from '../palettes.ts'
import { randomFrom } from '../random.ts'
import { person } from './passer-by.ts'
import { sun } from './sky.ts'

const skyOf = (top: string, low: string) =>
  `<defs>${gradient('sky', [top, low])}${blur('soft', 16)}</defs>${rect([0, 0, 1200, 800], 'url(#sky)')}`

export const buildings = {
  facade: (p: Palette) =>
    skyOf(mix(p.second, p.paper, 0.65), p.paper) +
    rect([60, 250, 330, 480], mix(p.mid, p.soft, 0.3)) +
    rect([810, 190, 330, 540], mix(p.mid, p.deep, 0.2)) +
    rect([330, 110, 520, 620], p.soft) +
    path('M330 110h520l-30 620H330Z', lighter(p.soft, 0.45)) +
    times(4, (row) =>
      times(4, (col) => windowAt(376 + col * 116, 156 + row * 136, p, (row + col * 2) % 5 === 0)),
    ) +
    times(3, (row) =>
      times(
        2,
        (col) =>
          rect([110 + col * 130, 300 + row * 120, 74, 84], mix(p.deep, p.second, 0.3)) +
          rect([110 + col * 130, 384 + row * 120, 74, 7], p.paper),
      ),
    ) +
    times(4, (row) =>
      times(3, (col) =>
        rect([866 + col * 88, 230 + row * 116, 52, 82], mix(p.ink, p.second, 0.35)),
      ),
    ) +
    rect([330, 690, 520, 40], mix(p.deep, p.ink, 0.3)) +
    rect([552, 620, 80, 110], p.accent) +
    circle([618, 676, 4], p.paper) +
    rect([0, 730, 1200, 70], mix(p.mid, p.paper, 0.25)) +
    rect([0, 730, 1200, 8], mix(p.deep, p.paper, 0.3)) +
    streetTree(180, 734, 1, p) +
    streetTree(1040, 734, 1.15, p) +
    person(700, 752, 0.9, p),

  colonnade: (p: Palette) =>
    skyOf(mix(p.mid, p.paper, 0.35), p.paper) +
    rect([0, 180, 1200, 560], mix(p.deep, p.mid, 0.3)) +
    path('M0 180 600 20 1200 180Z', p.soft) +
    path('M120 168 600 44l480 124Z', mix(p.mid, p.soft, 0.45)) +
    rect([0, 176, 1200, 54], lighter(p.soft, 0.35)) +
    rect([0, 226, 1200, 12], mix(p.mid, p.soft, 0.3)) +
    times(6, (i) => column(60 + i * 204, p)) +
    rect([0, 700, 1200, 30], lighter(p.soft, 0.3)) +
    rect([0, 730, 1200, 30], p.soft) +
    rect([0, 760, 1200, 40], mix(p.soft, p.mid, 0.5)) +
    person(500, 712, 0.9, p) +
    person(560, 714, 0.84, p),

  skyline: (p: Palette) =>
    `<defs>${gradient('sky', [p.deep, mix(p.mid, '#c98f86', 0.4), mix(p.accent, '#f0a070', 0.5), mix(p.accent, '#ffd9a0', 0.6)])}${blur('soft', 16)}</defs>` +
    rect([0, 0, 1200, 700], 'url(#sky)') +
    sun(700, 330, 64, '#fff0d0') +
    towers('far', mix(p.mid, '#d99a7c', 0.55), { low: 440, high: 170, wide: 64, lit: '' }) +
    towers('mid', mix(p.deep, p.mid, 0.45), { low: 520, high: 240, wide: 84, lit: '' }) +
    towers('near', mix(p.ink, p.deep, 0.35), {
      low: 610,
      high: 250,
      wide: 112,
      lit: lighter(p.accent, 0.35),
    }) +
    `<defs>${gradient('river', [mix(p.accent, '#e88d6a', 0.3), p.deep, p.ink])}</defs>` +
    rect([0, 660, 1200, 140], 'url(#river)') +
    times(12, (i) =>
      rect([(i * 211) % 1100, 676 + i * 9, 130, 3], lighter(p.accent, 0.5), 'opacity=".35"'),
    ) +
    line('M0 660H1200', p.ink, 6),

  rooftops: (p: Palette) => {
    const random = randomFrom('roofs')
    return (
      skyOf(mix(p.deep, p.accent, 0.55), lighter(p.second, 0.25)) +
      circle([260, 250, 56], lighter(p.paper, 0.2), 'opacity=".95"') +
      minaret(840, p) +
      times(5, (row) =>
        times(11, (col) => {
          const x = col * 120 - (row % 2) * 60 + random() * 24 - 30
          const y = 330 + row * 96 + random() * 46
          const wall = mix(mix(p.mid, p.soft, random()), p.deep, 0.12 * row)
          return (
            house(x, y, 112 + random() * 26, {
              wall,
              lit: random() < 0.32 ? lighter(p.second, 0.5) : mix(wall, p.ink, 0.6),
            }) + (random() < 0.2 ? dome(x + 56, y, p) : '')
          )
        }),
      )
    )
  },
}

function windowAt(x: number, y: number, p: Palette, lit: boolean): string {
  return (
    rect([x, y, 76, 98], lit ? lighter(p.accent, 0.45) : mix(p.deep, p.second, 0.35)) +
    path(`M${x} ${y}h46l-46 80Z`, '#ffffff', 'opacity=".16"') +
    line(`M${x + 38} ${y}v98M${x} ${y + 40}h76`, p.paper, 4) +
    rect([x - 6, y + 98, 88, 9], p.paper) +
    rect([x - 6, y + 107, 88, 5], '#000000', 'opacity=".12"')
  )
}

function streetTree(x: number, y: number, size: number, p: Palette): string {
  return group(
    `transform="translate(${x} ${y}) scale(${size})"`,
    rect([-6, -90, 12, 90], p.deep) +
      circle([0, -140, 66], p.second) +
      circle([24, -128, 46], darker(p.second, 0.12)) +
      circle([-26, -164, 34], lighter(p.second, 0.16)),
  )
}

function column(x: number, p: Palette): string {
  return (
    rect([x, 238, 76, 462], lighter(p.soft, 0.45)) +
    rect([x + 48, 238, 28, 462], mix(p.mid, p.soft, 0.5)) +
    times(5, (i) => rect([x + 10 + i * 13, 268, 3, 404], '#000000', 'opacity=".07"')) +
    rect([x - 12, 238, 100, 26], p.paper) +
    rect([x - 12, 676, 100, 26], p.paper)
  )
}

function towers(
  seed: string,
  color: string,
  { low, high, wide, lit }: { low: number; high: number; wide: number; lit: string },
): string {
  const random = randomFrom(`towers ${seed}`)
  return times(Math.ceil(1200 / wide) + 1, (i) => {
    const [x, w] = [i * wide - 30, wide * (0.72 + random() * 0.35)]
    const top = low - random() * high
    const roof =
      random() < 0.14
        ? path(`M${x} ${top}l${w / 2}-46 ${w / 2} 46Z`, color)
        : random() < 0.25
          ? line(`M${x + w / 2} ${top}v-70`, color, 5)
          : ''
    const windows = lit
      ? times(34, (n) =>
          random() < 0.4
            ? rect(
                [x + 12 + (n % 4) * ((w - 24) / 4), top + 18 + Math.floor(n / 4) * 30, 9, 15],
                lit,
                `opacity="${0.35 + random() * 0.6}"`,
              )
            : '',
        )
      : ''
    return (
      rect([x, top, w, 800 - top], color) +
      rect([x + w * 0.72, top, w * 0.28, 800 - top], '#000000', 'opacity=".12"') +
      roof +
      windows
    )
  })
}

function house(
  x: number,
  y: number,
  width: number,
  { wall, lit }: { wall: string; lit: string },
): string {
  return (
    rect([x, y, width, 500], wall) +
    rect([x, y, width, 9], lighter(wall, 0.3)) +
    rect([x + width * 0.68, y + 9, width * 0.32, 500], '#000000', 'opacity=".1"') +
    rect([x + 20, y + 34, 20, 32], lit, 'rx="10"') +
    rect([x + 62, y + 34, 20, 32], lit, 'rx="10"')
  )
}

function dome(x: number, y: number, p: Palette): string {
  return (
    path(`M${x - 36} ${y}c0-62 72-62 72 0Z`, p.accent) + line(`M${x} ${y - 46}v-26`, p.second, 5)
  )
}

function minaret(x: number, p: Palette): string {
  return (
    rect([x - 26, 180, 52, 260], mix(p.paper, p.mid, 0.25)) +
    rect([x + 8, 180, 18, 260], mix(p.mid, p.deep, 0.1), 'opacity=".5"') +
    rect([x - 38, 176, 76, 14], p.paper) +
    rect([x - 18, 120, 36, 58], mix(p.paper, p.mid, 0.35)) +
    path(`M${x - 22} 122c0-44 44-44 44 0Z`, p.accent) +
    line(`M${x} 88V62`, p.second, 5)
  )
}
