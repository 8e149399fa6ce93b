/** Doors, arches and stairs, on a 1200 by 800 ground. */
import { circle, darker, gradient, ground, lighter, line, mix, path, rect, times } from '../draw.ts'
import type { Palette } from '../palettes.ts'
import { person } from './passer-by.ts'

export const passages = {
  arches: (p: Palette) =>
    `<defs>${gradient('wall', [lighter(p.soft, 0.35), p.soft, mix(p.soft, p.mid, 0.5)], 30)}${gradient('inside', [darker(p.accent, 0.45), p.accent], 70)}${gradient('floor', [mix(p.mid, p.soft, 0.4), p.mid])}</defs>` +
    rect([0, 0, 1200, 800], 'url(#wall)') +
    rect([0, 640, 1200, 160], 'url(#floor)') +
    times(4, (i) => {
      const x = 80 + i * 285
      return (
        path(`M${x} 640V330a105 105 0 0 1 210 0V640Z`, 'url(#inside)') +
        path(
          `M${x} 640V330a105 105 0 0 1 105-105C${x + 50} 260 ${x + 46} 300 ${x + 46} 350V640Z`,
          darker(p.accent, 0.55),
          'opacity=".75"',
        ) +
        path(`M${x + 46} 640l-90 160h164l90-160Z`, p.paper, 'opacity=".5"') +
        line(`M${x - 12} 640V330a117 117 0 0 1 234 0V640`, lighter(p.soft, 0.6), 5, 'opacity=".8"')
      )
    }) +
    rect([0, 118, 1200, 8], mix(p.mid, p.deep, 0.25), 'opacity=".5"') +
    path('M0 0h560L200 640H0Z', '#000000', 'opacity=".06"') +
    person(980, 700, 1.15, p),

  stairs: (p: Palette) =>
    `<defs>${gradient('wall', [lighter(p.paper, 0.3), p.soft], 20)}${gradient('tread', [p.paper, p.soft], 0)}</defs>` +
    rect([0, 0, 1200, 800], 'url(#wall)') +
    path('M760 0h440v800H960Z', mix(p.mid, p.soft, 0.35)) +
    path('M0 0h300L700 800H0Z', '#ffffff', 'opacity=".4"') +
    times(11, (i) => {
      const [x, y] = [60 + i * 76, 760 - i * 62]
      return (
        path(`M${x} ${y}h${1200 - x}v62H${x}Z`, mix(p.mid, p.soft, 0.2 + i * 0.05)) +
        path(`M${x} ${y}h${1200 - x}v12H${x}Z`, lighter(p.paper, 0.4)) +
        path(`M${x} ${y + 12}h76v50h-76Z`, mix(p.deep, p.mid, 0.5), 'opacity=".35"')
      )
    }) +
    line('M40 560 900-140', p.ink, 9) +
    times(12, (i) => line(`M${70 + i * 76} ${536 - i * 62}v210`, p.ink, 3, 'opacity=".75"')) +
    circle([1010, 150, 88], p.accent, 'opacity=".92"'),

  doorway: (p: Palette) =>
    rect([0, 0, 1200, 800], mix(p.deep, p.ink, 0.5)) +
    `<defs>${gradient('light', [lighter(p.second, 0.55), p.soft, p.mid])}${gradient('beam', [`${lighter(p.second, 0.5)}cc`, `${lighter(p.second, 0.5)}00`])}</defs>` +
    rect([80, 40, 1040, 620], mix(p.deep, p.mid, 0.18)) +
    times(15, (row) =>
      times(26, (col) =>
        path(
          `M${92 + col * 40} ${60 + row * 40}l12-12 12 12-12 12Z`,
          p.second,
          `opacity="${0.1 + ((row * 7 + col * 3) % 5) * 0.03}"`,
        ),
      ),
    ) +
    path(
      'M380 660V330C380 230 470 190 500 130 520 90 560 66 600 60 640 66 680 90 700 130 730 190 820 230 820 330V660Z',
      mix(p.accent, p.ink, 0.2),
    ) +
    path(
      'M420 660V340C420 260 500 220 528 160 544 122 570 104 600 98 630 104 656 122 672 160 700 220 780 260 780 340V660Z',
      'url(#light)',
    ) +
    ground([660, 660, 660], mix(p.deep, p.ink, 0.25)) +
    path('M420 660H780L1010 800H190Z', 'url(#beam)') +
    path('M560 660c-4-70-10-120 0-160 6-22 20-30 40-30s34 8 40 30c10 40 4 90 0 160Z', p.ink) +
    circle([600, 440, 26], p.ink) +
    line(
      'M380 660V330C380 230 470 190 500 130 520 90 560 66 600 60 640 66 680 90 700 130 730 190 820 230 820 330V660',
      p.second,
      5,
    ),
}
