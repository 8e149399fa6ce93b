/** Land, water and sky, on a 1200 by 800 ground. */
import {
  blur,
  circle,
  darker,
  ellipse,
  gradient,
  ground,
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
import { sky, sun, tree } from './sky.ts'

export const landscapes = {
  valley: (p: Palette) =>
    sky(mix(p.paper, '#cfe6ea', 0.7), p.paper) +
    sun(900, 300, 62, p.accent) +
    ground([420, 350, 390, 330, 380, 340, 400], mix(p.mid, p.paper, 0.55)) +
    ground([470, 440, 400, 450, 470, 410, 430], mix(p.mid, p.paper, 0.15)) +
    times(9, (i) =>
      tree(
        90 + i * 132 + (i % 3) * 22,
        474 - (i % 4) * 12,
        34 + (i % 3) * 9,
        mix(p.deep, p.mid, 0.45),
      ),
    ) +
    ground([560, 500, 520, 570, 540, 500, 540], mix(p.deep, p.mid, 0.45)) +
    line(
      'M600 800C640 690 520 640 600 590S700 540 690 505',
      mix(p.paper, p.mid, 0.12),
      16,
      'opacity=".85"',
    ) +
    line('M610 800C650 690 530 640 606 590S702 544 692 508', p.paper, 6, 'opacity=".6"') +
    times(6, (i) =>
      tree(
        70 + i * 210 + (i % 2) * 40,
        590 + (i % 3) * 16,
        74 + (i % 2) * 20,
        mix(p.deep, p.mid, 0.18),
      ),
    ) +
    ground([720, 650, 690, 730, 700, 640, 680], p.deep) +
    flowers(p, 660),

  wetland: (p: Palette) =>
    sky(mix(p.accent, p.paper, 0.45), p.paper) +
    sun(320, 330, 54, mix(p.accent, '#ffffff', 0.2)) +
    ground([410, 380, 400, 370, 395, 380, 405], mix(p.deep, p.paper, 0.5), { floor: 440 }) +
    `<defs>${gradient('water', [mix(p.accent, p.paper, 0.55), mix(p.mid, '#7fb0b5', 0.5), mix(p.deep, '#2d6470', 0.5)])}</defs>` +
    rect([0, 430, 1200, 370], 'url(#water)') +
    times(16, (i) =>
      rect(
        [200 + ((i * 37) % 240) - i * 3, 446 + i * 14, 240 - i * 9, 4],
        '#ffffff',
        `rx="2" opacity="${0.6 - i * 0.03}"`,
      ),
    ) +
    heron(p) +
    reeds(p),

  woodland: (p: Palette) => {
    const random = randomFrom('birches')
    return (
      `<defs>${gradient('wood', [lighter(p.soft, 0.45), mix(p.mid, p.paper, 0.4), mix(p.deep, p.mid, 0.35)])}${blur('soft', 18)}</defs>${rect([0, 0, 1200, 800], 'url(#wood)')}` +
      times(16, (i) =>
        rect(
          [i * 78 + random() * 40, 0, 10 + random() * 10, 640],
          mix(p.mid, p.paper, 0.35),
          'opacity=".7"',
        ),
      ) +
      group(
        'filter="url(#soft)" opacity=".5"',
        path('M760 0h150L560 800H260ZM980 0h60L820 800H690Z', '#fffbe0'),
      ) +
      ground([640, 620, 650, 630, 660, 640, 650], mix(p.deep, p.mid, 0.55)) +
      times(8, (i) =>
        birch(60 + i * 150 + random() * 60, 26 + random() * 22, 690 + random() * 60, random),
      ) +
      ground([730, 710, 735, 720, 700, 725, 715], p.deep) +
      times(60, (i) =>
        line(
          `M${i * 20 + 6} 760q${random() * 16 - 8} -${24 + random() * 30} ${random() * 30 - 15} -${40 + random() * 34}`,
          i % 3 ? mix(p.deep, p.mid, 0.3) : p.mid,
          4,
        ),
      ) +
      times(70, () =>
        ellipse(
          [random() * 1200, random() * 330, 16 + random() * 22, 9 + random() * 10],
          mix(p.mid, p.soft, random() * 0.7),
          `opacity="${0.5 + random() * 0.4}" transform="rotate(${random() * 40 - 20} 600 200)"`,
        ),
      )
    )
  },

  dunes: (p: Palette) =>
    sky(mix(p.deep, p.mid, 0.35), lighter(p.second, 0.25)) +
    sun(820, 330, 74, lighter(p.paper, 0.2)) +
    ground([470, 430, 455, 410, 450, 425, 460], mix(p.mid, p.soft, 0.35)) +
    dune(
      'M0 560C220 430 380 420 560 500S900 610 1200 470V800H0Z',
      p.soft,
      mix(p.mid, p.soft, 0.2),
    ) +
    path('M560 500C470 470 380 560 250 800H700C640 700 520 610 560 500Z', p.mid, 'opacity=".75"') +
    dune(
      'M0 700C260 560 420 640 640 690S1000 720 1200 610V800H0Z',
      p.mid,
      mix(p.deep, p.mid, 0.5),
    ) +
    path(
      'M0 700C260 560 420 640 640 690 500 680 300 690 190 800H0Z',
      lighter(p.soft, 0.2),
      'opacity=".75"',
    ) +
    times(4, (i) => camel(250 + i * 84, 508 - i * 9, 1 - i * 0.06, p.ink)),
}

function flowers(p: Palette, top: number): string {
  const random = randomFrom('flowers')
  return times(46, (i) => {
    const [x, y] = [random() * 1200, top + 40 + random() * 100]
    return (
      line(`M${x} ${y}v26`, mix(p.deep, p.mid, 0.4), 3) +
      circle([x, y, 5 + random() * 5], [p.accent, p.paper, p.second][i % 3] ?? p.accent)
    )
  })
}

function heron(p: Palette): string {
  return group(
    'transform="translate(760 300)"',
    line('M40 170v150M64 170v146', p.ink, 5) +
      path('M-10 150c30-60 110-56 150 20-50 10-110 16-150-20Z', mix(p.ink, p.paper, 0.45)) +
      line('M2 146C-20 90 40 80 12 30', mix(p.ink, p.paper, 0.6), 13) +
      path('M14 18l-74 18 66 12Z', p.accent) +
      circle([12, 28, 13], mix(p.ink, p.paper, 0.6)) +
      line('M18 20c20-4 30 4 44 12', p.ink, 4),
  )
}

function reeds(p: Palette): string {
  const random = randomFrom('reeds')
  return times(90, (i) => {
    const x = random() * 1200
    const tall = (120 + random() * 240) * (0.55 + Math.abs(x - 600) / 900)
    const lean = random() * 50 - 25
    const color = mix(p.deep, i % 4 ? p.mid : p.ink, random() * 0.6)
    const head =
      i % 5 === 0
        ? ellipse(
            [x + lean, 800 - tall, 8, 30],
            darker(p.second, 0.35),
            `transform="rotate(${lean / 4} ${x + lean} ${800 - tall})"`,
          )
        : ''
    return line(`M${x} 820Q${x} ${800 - tall * 0.5} ${x + lean} ${800 - tall}`, color, 5) + head
  })
}

function birch(x: number, width: number, foot: number, random: () => number): string {
  return (
    rect([x, -10, width, foot], '#f6f3e8') +
    rect([x + width * 0.64, -10, width * 0.36, foot], '#d5d3c2') +
    times(14, () =>
      path(
        `M${x + (random() < 0.5 ? 0 : width)} ${random() * foot}h${(random() < 0.5 ? 1 : -1) * width * 0.5}l-4 6h-8Z`,
        '#3b3a33',
        'opacity=".8"',
      ),
    )
  )
}

function dune(d: string, light: string, dark: string): string {
  const id = `dune${light.slice(1)}`
  return `<defs>${gradient(id, [light, dark], 70)}</defs>${path(d, `url(#${id})`)}`
}

function camel(x: number, y: number, size: number, color: string): string {
  return group(
    `transform="translate(${x} ${y}) scale(${size})"`,
    path(
      'M-26 0c2-14 10-14 14-2 4-16 14-16 18-2 8 0 12-2 14-12l10-6 2 6-8 4c0 12-4 20-12 22v22h-3V12h-22v20h-3V8c-6-2-10-4-10-8Z',
      color,
    ),
  )
}
