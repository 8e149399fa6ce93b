/** Shores and boats, on a 1200 by 800 ground. */
import {
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
import { sky, sun, tree } from './sky.ts'

export const waters = {
  oasis: (p: Palette) =>
    sky(mix(p.accent, p.paper, 0.55), p.paper) +
    ground([440, 400, 430, 390, 420, 400, 440], p.soft) +
    ground([480, 470, 450, 480, 460, 470, 450], p.mid, { floor: 520 }) +
    rect([0, 500, 1200, 300], mix(p.accent, p.paper, 0.35)) +
    group('transform="translate(0 1000) scale(1 -1)" opacity=".38"', palms(p)) +
    times(9, (i) =>
      rect([90 + ((i * 211) % 800), 540 + i * 26, 260 - i * 12, 3], '#ffffff', 'opacity=".5"'),
    ) +
    palms(p) +
    ground([770, 742, 756, 780, 752, 736, 764], p.deep),

  harbour: (p: Palette) =>
    sky(mix(p.mid, '#e8735a', 0.35), lighter(p.soft, 0.3)) +
    sun(700, 400, 78, lighter(p.paper, 0.3)) +
    times(5, (i) =>
      ellipse([180 + i * 260, 150 + (i % 2) * 70, 130, 9], '#ffffff', 'opacity=".45"'),
    ) +
    ground([440, 425, 432, 415, 428, 420, 436], mix(p.deep, p.soft, 0.55), { floor: 460 }) +
    `<defs>${gradient('water', [mix(p.mid, p.paper, 0.3), mix(p.accent, p.mid, 0.35), p.accent, darker(p.accent, 0.4)])}</defs>` +
    rect([0, 452, 1200, 348], 'url(#water)') +
    times(15, (i) =>
      rect(
        [700 - 110 + i * 5 + ((i * 53) % 30), 460 + i * 16, 220 - i * 10, 5],
        lighter(p.soft, 0.5),
        `rx="2.500" opacity="${0.85 - i * 0.05}"`,
      ),
    ) +
    boat(300, 520, 1.25, p) +
    boat(930, 496, 0.8, p) +
    boat(1080, 560, 1.3, p) +
    path('M0 640h250v22h-16v138h-20V662H110v138H90V662H0Z', p.ink) +
    rect([40, 590, 12, 56], p.ink) +
    rect([190, 600, 12, 46], p.ink),

  lighthouse: (p: Palette) =>
    sky(darker(p.accent, 0.45), mix(p.mid, p.paper, 0.25)) +
    times(40, (i) =>
      circle([(i * 197) % 1200, (i * 71) % 300, 1 + (i % 3) * 0.7], '#ffffff', 'opacity=".7"'),
    ) +
    group('opacity=".3"', path('M668 226 0 80v190ZM700 226l500-150v190Z', lighter(p.soft, 0.5))) +
    ground([560, 552, 558, 548, 556, 550, 560], darker(p.accent, 0.25), { floor: 800 }) +
    times(8, (i) =>
      line(
        `M${(i * 173) % 900} ${590 + i * 20}q60-12 120 0t120 0`,
        lighter(p.accent, 0.35),
        3,
        'opacity=".5"',
      ),
    ) +
    path('M480 800c20-110 80-160 150-186 60-20 150-10 220 30 90 50 200 60 350 70v86Z', p.ink) +
    path('M480 800c20-110 80-160 150-186-20 60-10 130 30 186Z', lighter(p.ink, 0.16)) +
    path('M646 610l16-350h46l16 350Z', p.paper) +
    path('M692 260h16l16 350h-24Z', mix(p.soft, p.mid, 0.3)) +
    path('M658 340h54l4 70h-62ZM651 480h70l4 70h-77Z', p.second) +
    rect([652, 250, 66, 12], p.ink) +
    rect([664, 208, 42, 44], lighter(p.soft, 0.6)) +
    circle([685, 230, 13], p.mid) +
    path('M656 208h58l-29-34Z', p.second),

  lake: (p: Palette) =>
    sky(lighter(p.soft, 0.1), p.paper) +
    ground([400, 300, 380, 280, 350, 310, 390], mix(p.mid, p.paper, 0.5)) +
    ground([440, 410, 390, 430, 400, 380, 430], mix(p.mid, p.paper, 0.05), { floor: 460 }) +
    `<defs>${gradient('water', [mix(p.mid, p.paper, 0.5), mix(p.mid, p.second, 0.5)])}</defs>` +
    rect([0, 450, 1200, 350], 'url(#water)') +
    times(12, (i) => rect([(i * 263) % 1000, 470 + i * 17, 180, 3], '#ffffff', 'opacity=".45"')) +
    path('M0 620C300 560 560 600 760 690S1080 800 1200 800H0Z', p.deep) +
    path(
      'M0 720C240 650 460 690 600 760L660 800H480C360 730 200 720 0 770Z',
      lighter(p.accent, 0.45),
    ) +
    times(5, (i) =>
      tree(60 + i * 128, 640 + (i % 3) * 14, 92 + (i % 3) * 22, mix(p.deep, p.mid, 0.3)),
    ) +
    group(
      `transform="translate(880 520)"`,
      path('M-90 0c40 26 140 26 180 0l-16 26h-148Z', p.ink) +
        circle([0, -34, 11], p.accent) +
        path('M-16 2c0-32 32-32 32 0Z', p.second) +
        line('M-60-30 70 22', p.ink, 5),
    ),
}

function palms(p: Palette): string {
  return [
    [300, 500, 1.1],
    [380, 496, 0.8],
    [820, 500, 1.25],
    [930, 498, 0.9],
    [240, 498, 0.65],
  ]
    .map(([x = 0, y = 0, s = 1]) =>
      group(
        `transform="translate(${x} ${y}) scale(${s})"`,
        line('M0 0C-8-80 14-150 4-230', darker(p.deep, 0.2), 13) +
          times(8, (i) => {
            const [side, turn] = [i % 2 ? -1 : 1, -64 + Math.floor(i / 2) * 38]
            return group(
              `transform="translate(4 -230) scale(${side} 1) rotate(${turn})"`,
              path(
                'M0 0C34-40 92-40 128 12 88-10 42-6 0 0Z',
                mix(p.accent, p.ink, 0.08 + Math.floor(i / 2) * 0.1),
              ),
            )
          }) +
          circle([-4, -220, 9], p.second) +
          circle([14, -216, 9], p.second),
      ),
    )
    .join('')
}

function boat(x: number, y: number, size: number, p: Palette): string {
  return group(
    `transform="translate(${x} ${y}) scale(${size})"`,
    path('M-70 0H70C62 22 50 30 40 30H-44C-56 28-64 16-70 0Z', p.ink) +
      rect([-70, -3, 140, 5], p.second) +
      line('M0 0V-150', p.ink, 4) +
      path('M6-146C50-100 60-50 62-12H6Z', p.paper) +
      path('M-6-130C-34-90-46-50-50-12H-6Z', lighter(p.soft, 0.4)) +
      path('M-60 34h120l-30 26h-60Z', p.ink, 'opacity=".22"'),
  )
}
