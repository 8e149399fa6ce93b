/** Rooms, on a 1200 by 800 ground. */
import {
  circle,
  darker,
  ellipse,
  glow,
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
import { pot, shell, sunPatch } from './room-parts.ts'

export const rooms = {
  room: (p: Palette) =>
    shell(
      [lighter(p.paper, 0.4), p.soft],
      [mix('#c99d72', p.soft, 0.3), mix('#9c7048', p.mid, 0.3)],
    ) +
    rect([90, 70, 470, 440], mix(p.second, '#dfeaf0', 0.5)) +
    path('M90 400c120-60 200-20 290-50s120-20 180-10v170H90Z', p.second) +
    path('M90 450c160-40 300 10 470-30v90H90Z', darker(p.second, 0.2)) +
    line('M90 70h470v440H90ZM325 70v440M90 240h470', '#ffffff', 11) +
    rect([70, 510, 510, 20], '#ffffff') +
    rect([70, 530, 510, 8], '#000000', 'opacity=".1"') +
    sunPatch('M560 590h330l190 210H690Z') +
    rect([720, 90, 380, 10], p.deep) +
    books(730, 90, p, 9) +
    rect([720, 230, 380, 10], p.deep) +
    books(800, 230, p, 7) +
    pendant(650, 90, p.accent) +
    chair(430, 700, p) +
    pot(1080, 690, 1.1, [p.accent, p.second]) +
    sideTable(640, 700, p),

  teahouse: (p: Palette) =>
    shell(
      [p.paper, mix(p.soft, p.paper, 0.3)],
      [mix(p.mid, '#cfc08a', 0.55), mix(p.mid, '#a99a62', 0.4)],
      560,
    ) +
    times(5, (i) => line(`M${i * 300} 560 ${-300 + i * 450} 800`, p.deep, 4, 'opacity=".5"')) +
    rect([0, 0, 1200, 26], p.ink) +
    rect([330, 26, 18, 534], '#5a4632') +
    rect([850, 26, 18, 534], '#5a4632') +
    rect([0, 548, 1200, 14], '#5a4632') +
    `<defs>${glow('moon', [mix(p.second, '#ffffff', 0.7), mix(p.second, p.paper, 0.3)])}</defs>` +
    circle([600, 280, 188], 'url(#moon)') +
    path(
      'M430 360C520 300 560 340 620 300S740 300 772 350C740 430 670 468 600 468S460 430 430 360Z',
      mix(p.deep, p.second, 0.35),
    ) +
    line('M412 260C500 250 560 200 640 190', '#5a4632', 9) +
    times(9, (i) =>
      circle([460 + i * 22, 244 - i * 6 + (i % 2) * 20, 13], i % 3 ? '#e9b5b0' : '#f6dcd4'),
    ) +
    circle([600, 280, 188], 'none', `stroke="${p.ink}" stroke-width="12"`) +
    shoji(20, p) +
    shoji(890, p) +
    ellipse([600, 716, 250, 22], '#000000', 'opacity=".14"') +
    rect([390, 650, 420, 22], '#6b4a30') +
    rect([410, 672, 16, 42], '#4b3220') +
    rect([774, 672, 16, 42], '#4b3220') +
    path('M470 650c-14-34-10-52 20-58h50c30 6 34 24 20 58Z', p.ink) +
    line('M488 592c4-36 50-36 54 0', p.ink, 7) +
    path('M640 650c-12-10-18-24-18-38h64c0 14-6 28-18 38Z', p.accent) +
    path('M716 650c-8-8-12-18-12-28h48c0 10-4 20-12 28Z', p.second) +
    rect([110, 700, 190, 34], p.deep, 'rx="16"') +
    rect([900, 700, 190, 34], p.accent, 'rx="16"'),

  mirror: (p: Palette) =>
    shell(
      [lighter(p.paper, 0.2), p.soft],
      [mix(p.mid, p.soft, 0.4), mix(p.mid, p.deep, 0.2)],
      640,
    ) +
    path('M0 0h360v640H0Z', mix(p.soft, p.mid, 0.28)) +
    times(6, (i) => rect([30 + i * 58, 0, 24, 640], '#ffffff', 'opacity=".14"')) +
    `<defs>${gradient('glass', ['#ffffff', mix(p.soft, '#ffffff', 0.4), p.soft], 45)}</defs>` +
    circle([720, 280, 214], p.accent) +
    circle([720, 280, 200], 'url(#glass)') +
    path('M560 400 840 120l38 46L610 446Z', '#ffffff', 'opacity=".55"') +
    times(
      2,
      (i) =>
        line(`M${450 + i * 540} 0v150`, p.accent, 4) +
        circle([450 + i * 540, 190, 42], '#fff5e2') +
        circle([450 + i * 540, 190, 80], '#ffe9c4', 'opacity=".5" filter="url(#soft)"'),
    ) +
    rect([420, 560, 700, 30], '#ffffff') +
    line('M470 566c90 22 160-6 260 10s220-8 350 8', mix(p.mid, '#ffffff', 0.5), 3) +
    rect([420, 590, 700, 14], mix(p.mid, p.soft, 0.5)) +
    rect([470, 604, 18, 196], p.accent) +
    rect([1050, 604, 18, 196], p.accent) +
    bottle(520, 560, p.deep, p.accent) +
    bottle(580, 560, p.second, p.accent) +
    rect([900, 516, 90, 44], p.paper, 'rx="8"') +
    line('M918 516V450M938 516V436M960 516V456', p.accent, 7) +
    ellipse([938, 430, 12, 22], p.ink) +
    ellipse([918, 444, 10, 18], p.deep) +
    path('M130 800V620c0-40 20-60 60-60h80c40 0 60 20 60 60v180Z', p.deep) +
    path('M130 700h200v30H130Z', darker(p.deep, 0.25)) +
    rect([110, 664, 30, 90], p.accent, 'rx="10"') +
    rect([320, 664, 30, 90], p.accent, 'rx="10"'),
}

function pendant(x: number, drop: number, color: string): string {
  return (
    line(`M${x} 0V${drop}`, '#2b2925', 3) +
    path(`M${x - 62} ${drop + 62}c0-44 28-66 62-66s62 22 62 66Z`, color) +
    ellipse([x, drop + 62, 62, 9], lighter('#ffe9b8', 0.2))
  )
}

function books(x: number, y: number, p: Palette, count: number): string {
  const colors = [p.accent, p.deep, p.second, p.paper, p.mid]
  return times(
    count,
    (i) =>
      rect(
        [x + i * 27, y - 64 - ((i * 17) % 40), 21, 64 + ((i * 17) % 40)],
        colors[(i * 3) % 5] ?? p.mid,
      ) + rect([x + i * 27 + 4, y - 46, 13, 5], '#ffffff', 'opacity=".4"'),
  )
}

function chair(x: number, y: number, p: Palette): string {
  return group(
    `transform="translate(${x} ${y})"`,
    ellipse([0, 30, 160, 16], '#000000', 'opacity=".16"') +
      line('M-100-20-124 30M100-20l24 50', '#5c3f28', 11) +
      path('M-116-40c-20-110-20-160 10-170h212c30 10 30 60 10 170Z', p.accent) +
      path(
        'M-104-70h208c14 0 22 10 22 26s-8 28-22 28h-208c-14 0-22-12-22-28s8-26 22-26Z',
        lighter(p.accent, 0.14),
      ) +
      path(
        'M-140-110c18-8 34 2 36 22v66h-28c-16-30-20-60-8-88ZM140-110c-18-8-34 2-36 22v66h28c16-30 20-60 8-88Z',
        darker(p.accent, 0.14),
      ),
  )
}

function sideTable(x: number, y: number, p: Palette): string {
  return (
    ellipse([x, y + 22, 60, 8], '#000000', 'opacity=".14"') +
    line(`M${x} ${y - 70}v90`, p.ink, 8) +
    ellipse([x, y - 74, 66, 12], p.ink) +
    rect([x - 30, y - 96, 54, 12], p.paper) +
    rect([x - 26, y - 108, 50, 12], p.second)
  )
}

function shoji(x: number, p: Palette): string {
  return (
    rect([x, 60, 290, 488], lighter(p.paper, 0.5)) +
    line(`M${x} 60h290v488H${x}Z`, '#5a4632', 10) +
    times(2, (i) => line(`M${x + 97 * (i + 1)} 60v488`, '#5a4632', 4)) +
    times(4, (i) => line(`M${x} ${60 + 98 * (i + 1)}h290`, '#5a4632', 4))
  )
}

function bottle(x: number, y: number, color: string, cap: string): string {
  return (
    rect([x, y - 84, 42, 84], color, 'rx="8"') +
    rect([x + 12, y - 104, 18, 22], cap) +
    rect([x + 6, y - 56, 30, 32], '#ffffff', 'opacity=".75"')
  )
}
