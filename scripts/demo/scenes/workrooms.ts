/** Rooms where people work, on a 1200 by 800 ground. */
import { circle, ellipse, gradient, lighter, line, mix, path, rect, times } from '../draw.ts'
import type { Palette } from '../palettes.ts'
import { pot, shell, sunPatch } from './room-parts.ts'

export const workrooms = {
  boardroom: (p: Palette) =>
    shell([mix(p.soft, p.mid, 0.25), mix(p.mid, p.soft, 0.2)], [p.deep, p.ink], 560) +
    `<defs>${gradient('dusk', [mix(p.mid, p.paper, 0.3), mix(p.accent, p.paper, 0.55)])}</defs>` +
    rect([80, 60, 1040, 400], 'url(#dusk)') +
    times(15, (i) =>
      rect(
        [90 + i * 70, 300 - ((i * 53) % 130), 52, 160 + ((i * 53) % 130)],
        mix(p.deep, p.mid, 0.35 + (i % 3) * 0.16),
      ),
    ) +
    line('M80 60h1040v400H80ZM340 60v400M600 60v400M860 60v400', p.ink, 9) +
    times(5, (i) => officeChair(200 + i * 200, 560, p.ink)) +
    path('M90 640h1020l60 66H30Z', mix('#7a4a2a', p.deep, 0.15)) +
    path('M30 706h1140v24H30Z', mix('#4d2c18', p.ink, 0.2)) +
    path('M300 640h230l-70 66H180Z', '#ffffff', 'opacity=".12"') +
    times(
      4,
      (i) =>
        path(`M${230 + i * 210} 664h92l12 26h-114Z`, p.paper) +
        circle([370 + i * 210, 672, 9], p.accent),
    ) +
    rect([180, 730, 26, 70], p.ink) +
    rect([994, 730, 26, 70], p.ink) +
    times(
      3,
      (i) =>
        line(`M${300 + i * 300} 0v60`, p.ink, 3) +
        rect([230 + i * 300, 56, 140, 10], lighter(p.accent, 0.5)),
    ),

  clinic: (p: Palette) =>
    shell([p.paper, p.soft], [mix('#d9b48c', p.paper, 0.3), mix('#b98d63', p.soft, 0.2)]) +
    rect([420, 80, 620, 360], mix(p.second, '#ffffff', 0.65)) +
    path('M420 270c110-70 190-30 300-60s230-30 320 10v220H420Z', mix(p.mid, p.paper, 0.25)) +
    rect([420, 330, 620, 110], mix(p.second, p.paper, 0.35)) +
    times(6, (i) =>
      rect([470 + ((i * 137) % 480), 346 + i * 15, 120, 3], '#ffffff', 'opacity=".7"'),
    ) +
    line('M420 80h620v360H420ZM730 80v360', '#ffffff', 13) +
    sunPatch('M560 590h360l140 210H540Z', 0.4) +
    rect([90, 120, 200, 250], '#ffffff', 'rx="10"') +
    body(190, 245, p.deep, p.accent) +
    ellipse([700, 736, 330, 18], '#000000', 'opacity=".12"') +
    path('M400 560h600v44H400Z', p.deep) +
    path('M400 548c0-20 10-26 26-26h560c14 0 20 12 20 28v14H400Z', p.mid) +
    path('M420 522c8-34 26-44 60-44h80v44Z', '#ffffff') +
    line('M450 604v126M950 604v126M450 690h500', p.ink, 13) +
    pot(200, 716, 1.25, [p.accent, p.deep]) +
    circle([1100, 690, 62], p.second) +
    ellipse([1082, 664, 20, 14], '#ffffff', 'opacity=".35"'),

  classroom: (p: Palette) =>
    shell(
      [lighter(p.paper, 0.3), p.soft],
      [mix('#c9a477', p.soft, 0.25), mix('#a87d4f', p.mid, 0.12)],
      540,
    ) +
    rect([70, 60, 300, 330], mix(p.mid, '#ffffff', 0.62)) +
    line('M70 60h300v330H70ZM220 60v330M70 225h300', '#ffffff', 10) +
    rect([450, 70, 660, 310], '#245a47') +
    line('M450 70h660v310H450Z', '#c08d55', 14) +
    line('M500 320h250M520 320V120M520 310C580 140 640 130 700 300', '#f2f7ee', 5) +
    line('M800 150h230M800 200h180M800 250h250', '#f2f7ee', 4, 'opacity=".75"') +
    sunPatch('M200 540h280l240 260H270Z', 0.4) +
    times(3, (i) => bench(60 + i * 390, 560, p)) +
    times(3, (i) => flask(190 + i * 390, 560, [p.accent, p.second, p.mid][i] ?? p.mid)) +
    pot(1120, 556, 0.6, [p.second, '#4f8f5f']),
}

function officeChair(x: number, y: number, color: string): string {
  return (
    path(`M${x - 52} ${y + 90}V${y - 70}c0-20 14-30 34-30h36c20 0 34 10 34 30v160Z`, color) +
    path(`M${x - 40} ${y + 60}V${y - 64}c0-14 10-22 24-22h10v146Z`, '#ffffff', 'opacity=".07"')
  )
}

function body(x: number, y: number, ink: string, mark: string): string {
  return (
    circle([x, y - 82, 18], ink) +
    line(
      `M${x} ${y - 60}v70M${x - 44} ${y - 10}l22-42h44l22 42M${x - 24} ${y + 96}l8-86h32l8 86`,
      ink,
      12,
    ) +
    circle([x, y - 26, 11], mark) +
    circle([x + 18, y + 46, 9], mark)
  )
}

function bench(x: number, y: number, p: Palette): string {
  return (
    rect([x, y, 320, 22], lighter(p.accent, 0.1)) +
    rect([x, y + 22, 320, 9], '#000000', 'opacity=".18"') +
    rect([x + 24, y + 30, 16, 180], p.deep) +
    rect([x + 280, y + 30, 16, 180], p.deep) +
    rect([x + 60, y + 120, 200, 16], p.mid)
  )
}

function flask(x: number, y: number, color: string): string {
  return (
    path(`M${x - 12} ${y - 110}h24v44l36 66h-96l36-66Z`, '#ffffff', 'opacity=".65"') +
    path(`M${x - 30} ${y - 34}h60l18 34h-96Z`, color) +
    line(`M${x - 16} ${y - 110}h32`, '#ffffff', 6) +
    circle([x + 4, y - 48, 5], color) +
    circle([x - 6, y - 66, 3], color)
  )
}
