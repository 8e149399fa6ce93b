/** Birds, masks and fruit in flat colours, on a 1200 by 800 ground. */
import {
  circle,
  darker,
  ellipse,
  group,
  lighter,
  line,
  path,
  rect,
  softEllipse,
  times,
} from '../draw.ts'
import type { Palette } from '../palettes.ts'
import { shadow } from './shadow.ts'

export const figures = {
  birds: (p: Palette) =>
    shadow +
    rect([0, 0, 1200, 800], p.deep) +
    circle([880, 240, 170], p.accent) +
    path('M0 800V560c140-90 260 20 400-40s240-90 380-10 280-40 420 20v270Z', darker(p.deep, 0.3)) +
    path('M0 800V680c200-80 380 40 600-20s400-60 600 30v110Z', p.ink) +
    bird(330, 300, 1.35, [p.mid, p.soft]) +
    bird(690, 450, 1.05, [p.paper, p.soft]) +
    bird(930, 300, 0.8, [p.ink, p.mid]) +
    bird(180, 540, 0.75, [p.second, p.accent]) +
    bird(560, 170, 0.62, [p.soft, p.paper]),

  masks: (p: Palette) =>
    rect([0, 0, 400, 800], p.mid) +
    rect([400, 0, 400, 800], p.accent) +
    rect([800, 0, 400, 800], p.second) +
    shadow +
    mask(200, 400, [p.ink, p.paper, p.deep], p) +
    mask(600, 400, [p.deep, p.soft, p.paper], p) +
    mask(1000, 400, [p.paper, p.mid, p.ink], p),

  fruit: (p: Palette) =>
    shadow +
    rect([0, 0, 1200, 800], p.soft) +
    times(9, (i) => rect([i * 150 - 40, 0, 60, 520], lighter(p.soft, 0.25))) +
    rect([0, 520, 1200, 280], p.deep) +
    path('M0 520H1200V560C900 610 340 520 0 580Z', lighter(p.deep, 0.16)) +
    softEllipse([560, 690, 400, 42], 0.3) +
    orange(420, 440, 120, p) +
    orange(640, 430, 130, p) +
    orange(530, 320, 112, p) +
    path('M190 470h740c-20 150-150 220-370 220S210 620 190 470Z', p.paper) +
    path('M190 470h740l-6 32H196Z', p.accent) +
    times(7, (i) =>
      path(`M${326 + i * 78} 540l26 40-26 40-26-40Z`, [p.deep, p.mid, p.second][i % 3] ?? p.deep),
    ) +
    circle([1000, 610, 96], p.mid) +
    circle([1000, 610, 78], '#fff1d8') +
    times(9, (i) =>
      path(
        'M0-8 18-64a66 66 0 0 0-36 0Z',
        p.mid,
        `transform="translate(1000 610) rotate(${i * 40})"`,
      ),
    ) +
    path('M700 306c30-60 100-70 140-40-30 40-90 60-140 40Z', p.second) +
    line('M640 310C650 290 660 280 690 274', p.ink, 9),
}

function bird(x: number, y: number, size: number, [main, wing]: [string, string]): string {
  return group(
    `transform="translate(${x} ${y}) scale(${size})"`,
    path(
      'M-150 20C-80-60 40-70 96-10L150-16 110 18C90 90-30 110-150 20Z',
      '#000000',
      'opacity=".3" filter="url(#soft)" transform="translate(10 18)"',
    ) +
      path('M-150 20C-80-60 40-70 96-10L150-16 110 18C90 90-30 110-150 20Z', main) +
      path('M-150 20l-80-40 20 44-34 36 94-24Z', wing) +
      path('M-50 0C-40-110 30-170 110-180 80-110 60-40 10 30-10 40-40 30-50 0Z', wing) +
      times(3, (i) =>
        line(
          `M${-24 + i * 22} ${6 - i * 8}C${-10 + i * 22} -60 ${20 + i * 18} -100 ${52 + i * 14} -136`,
          main,
          5,
        ),
      ) +
      circle([88, 4, 8], '#ffffff') +
      circle([90, 4, 4], '#111111'),
  )
}

function mask(
  x: number,
  y: number,
  [base, second, mark]: [string, string, string],
  p: Palette,
): string {
  return group(
    `transform="translate(${x} ${y})"`,
    path(
      'M-120-190C-60-270 60-270 120-190 160-60 110 180 0 250-110 180-160-60-120-190Z',
      '#000000',
      'opacity=".3" filter="url(#soft)" transform="translate(12 20)"',
    ) +
      times(7, (i) =>
        path(
          'M-16-220 0-330 16-220Z',
          i % 2 ? second : mark,
          `transform="rotate(${-42 + i * 14})"`,
        ),
      ) +
      path('M-120-190C-60-270 60-270 120-190 160-60 110 180 0 250-110 180-160-60-120-190Z', base) +
      path('M0-250C60-270 100-230 120-190 160-60 110 180 0 250Z', '#000000', 'opacity=".14"') +
      path(
        'M-104-60c20-40 70-40 90 0-20 30-70 30-90 0ZM104-60c-20-40-70-40-90 0 20 30 70 30 90 0Z',
        second,
      ) +
      circle([-58, -58, 15], p.ink) +
      circle([58, -58, 15], p.ink) +
      line('M-100-120C-70-150-30-146-10-120M100-120C70-150 30-146 10-120', mark, 14) +
      path('M-16-60h32l18 100h-68Z', mark) +
      ellipse([0, 130, 50, 26], second) +
      ellipse([0, 130, 28, 11], p.ink) +
      times(
        5,
        (i) =>
          circle([-96 + i * 6, 10 + i * 24, 8], second) +
          circle([96 - i * 6, 10 + i * 24, 8], second),
      ) +
      line('M-40-190h80M-28-166h56', second, 9),
  )
}

function orange(x: number, y: number, r: number, p: Palette): string {
  return (
    circle([x, y, r], p.mid) +
    path(
      `M${x + r * 0.3} ${y - r * 0.95}a${r} ${r} 0 0 1-${r * 0.1} ${r * 1.9}c${r * 0.5}-${r * 0.5} ${r * 0.5}-${r * 1.4} ${r * 0.1}-${r * 1.9}Z`,
      darker(p.mid, 0.18),
    ) +
    ellipse(
      [x - r * 0.4, y - r * 0.4, r * 0.24, r * 0.16],
      '#ffffff',
      `opacity=".5" transform="rotate(-35 ${x - r * 0.4} ${y - r * 0.4})"`,
    ) +
    circle([x + r * 0.1, y - r * 0.8, 7], p.second)
  )
}
