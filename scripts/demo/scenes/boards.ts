/** What hangs on the walls of offices, on a 1200 by 800 ground. */
import {
  blur,
  circle,
  gradient,
  group,
  lighter,
  line,
  mix,
  path,
  rect,
  softRect,
  times,
} from '../draw.ts'
import type { Palette } from '../palettes.ts'
import { lines, sheet } from './paper.ts'

export const boards = {
  stickies: (p: Palette) => {
    const notes = [p.soft, lighter(p.mid, 0.3), lighter(p.accent, 0.55), lighter(p.second, 0.5)]
    return (
      `<defs>${gradient('wall', [p.paper, mix(p.soft, p.paper, 0.5)], 40)}${blur('soft', 10)}</defs>${rect([0, 0, 1200, 800], 'url(#wall)')}` +
      times(
        4,
        (col) =>
          rect([70 + col * 275, 70, 220, 44], p.ink, 'rx="22"') +
          rect([106 + col * 275, 88, 148 - (col % 2) * 40, 8], p.paper, 'rx="4"'),
      ) +
      times(4, (col) =>
        times([4, 3, 4, 2][col] ?? 3, (row) => {
          const [x, y] = [84 + col * 275 + ((row * 29) % 34), 146 + row * 162]
          return sheet(
            [x, y, 150, 138],
            ((col * 7 + row * 5) % 9) - 4,
            lines(x + 20, y + 34, [104, 84, 62 + row * 9], p.ink, 24),
            notes[(col + row * 2) % 4],
          )
        }),
      ) +
      times(3, (col) =>
        line(`M${322 + col * 275} 130v640`, p.ink, 2, 'opacity=".18" stroke-dasharray="8 12"'),
      )
    )
  },

  roadmap: (p: Palette) =>
    `<defs>${gradient('board', ['#ffffff', mix(p.paper, '#eef2f4', 0.5)], 30)}${blur('soft', 12)}</defs>` +
    rect([0, 0, 1200, 800], mix(p.soft, p.deep, 0.12)) +
    softRect([72, 78, 1080, 660], 0.25) +
    rect([60, 60, 1080, 660], 'url(#board)') +
    line('M60 60h1080v660H60Z', mix('#c9ccd0', p.paper, 0.2), 16) +
    line('M150 560C300 560 300 380 460 380S640 520 780 440 900 220 1050 190', p.ink, 8) +
    [
      [150, 560, p.mid],
      [460, 380, p.accent],
      [780, 440, p.second],
      [1050, 190, p.deep],
    ]
      .map(
        ([x, y, color]) =>
          circle([Number(x), Number(y), 34], String(color)) +
          circle([Number(x), Number(y), 14], '#ffffff'),
      )
      .join('') +
    times(4, (i) =>
      lines([110, 400, 730, 900][i] ?? 0, [620, 440, 500, 260][i] ?? 0, [130, 96, 60], p.ink),
    ) +
    line('M120 140h220M120 184h150', p.ink, 9) +
    line('M560 150l60 40 60-50 70 30', p.accent, 7) +
    circle([900, 600, 60], 'none', `stroke="${p.second}" stroke-width="8"`) +
    line('M900 600l0-36M900 600l28 16', p.second, 8) +
    rect([420, 724, 360, 22], p.deep, 'rx="6"') +
    rect([450, 708, 70, 18], p.accent, 'rx="8"') +
    rect([540, 708, 70, 18], p.second, 'rx="8"'),

  floorplan: (p: Palette) =>
    rect([0, 0, 1200, 800], lighter(p.paper, 0.5)) +
    times(30, (i) => rect([i * 40, 0, 1, 800], p.mid, 'opacity=".22"')) +
    times(20, (i) => rect([0, i * 40, 1200, 1], p.mid, 'opacity=".22"')) +
    rect([200, 160, 800, 480], '#ffffff') +
    path('M600 160h400v200H600Z', lighter(p.second, 0.65)) +
    path('M200 440h280v200H200Z', lighter(p.accent, 0.7)) +
    line(
      'M200 160h800v480H200ZM600 160v120M600 360H480M600 360v280M600 360h120M820 360h180M200 440h160M440 440h160',
      p.ink,
      15,
    ) +
    line(
      'M360 440a80 80 0 0 1 80 80M720 360a100 100 0 0 1 100 100M820 360v100M440 440v80',
      p.deep,
      3,
    ) +
    times(8, (i) => rect([630 + i * 20, 560, 2, 72], p.deep)) +
    line('M630 596h150', p.deep, 3) +
    rect([250, 200, 130, 90], 'none', `stroke="${p.deep}" stroke-width="4"`) +
    times(4, (i) => circle([270 + i * 30, 186, 9], 'none', `stroke="${p.deep}" stroke-width="3"`)) +
    rect([250, 520, 110, 90], 'none', `stroke="${p.deep}" stroke-width="4"`) +
    circle([880, 250, 52], 'none', `stroke="${p.deep}" stroke-width="4"`) +
    streetPlan(p) +
    line(
      'M200 96h800M200 84v24M600 84v24M1000 84v24M120 160v480M108 160h24M108 640h24',
      p.accent,
      3,
    ) +
    rect([900, 700, 220, 8], p.ink) +
    rect([900, 700, 55, 8], p.accent) +
    rect([1010, 700, 55, 8], p.accent) +
    group(
      'transform="translate(90 716)"',
      circle([0, 0, 34], 'none', `stroke="${p.ink}" stroke-width="4"`) +
        path('M0-46 14 8 0 0-14 8Z', p.ink),
    ),
}

function streetPlan(p: Palette): string {
  return [
    [90, 300],
    [96, 420],
    [1090, 240],
    [1100, 520],
    [1080, 380],
  ]
    .map(
      ([x = 0, y = 0]) => circle([x, y, 40], p.second, 'opacity=".4"') + circle([x, y, 5], p.deep),
    )
    .join('')
}
