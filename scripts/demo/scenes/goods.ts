/** Things on a table, on a 1200 by 800 ground. */
import {
  blur,
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
  softEllipse,
  times,
} from '../draw.ts'
import type { Palette } from '../palettes.ts'
import { table, turned, under } from './tabletop.ts'

export const goods = {
  bottles: (p: Palette) =>
    table(
      [lighter(p.paper, 0.3), p.soft],
      [mix(p.soft, '#ffffff', 0.55), mix(p.mid, p.soft, 0.6)],
      600,
    ) +
    path('M700 0h500v600H420Z', '#ffffff', 'opacity=".3"') +
    circle([600, 330, 250], mix(p.mid, p.soft, 0.55)) +
    rect([170, 560, 300, 60], lighter(p.soft, 0.3)) +
    rect([170, 560, 300, 10], '#ffffff') +
    rect([440, 500, 340, 120], mix(p.mid, p.soft, 0.35)) +
    rect([440, 500, 340, 10], lighter(p.soft, 0.2)) +
    rect([760, 540, 280, 80], lighter(p.soft, 0.42)) +
    rect([760, 540, 280, 9], '#ffffff') +
    amber(320, 560, 1, p) +
    amber(610, 500, 1.36, p) +
    amber(900, 540, 0.84, p) +
    turned(470, 500, 'H40V-60H30V-84H0', p.deep) +
    turned(780, 500, 'H44V-46H48V-66H0', p.accent) +
    line('M200 560C180 430 230 330 210 220', '#7d8a6a', 6) +
    times(9, (i) =>
      ellipse(
        [206 + (i % 2 ? 26 : -26), 250 + i * 32, 26, 11],
        i % 2 ? '#8b9a76' : '#a3b08c',
        `transform="rotate(${i % 2 ? -28 : 208} ${206 + (i % 2 ? 26 : -26)} ${250 + i * 32})"`,
      ),
    ) +
    ellipse([1000, 660, 60, 16], p.accent) +
    ellipse([1000, 652, 52, 12], '#fff3df'),

  weights: (p: Palette) =>
    table([p.paper, p.soft], [mix('#d9b48c', p.paper, 0.25), mix('#b18459', p.soft, 0.15)], 520) +
    rect([760, 60, 300, 380], mix(p.second, '#ffffff', 0.7)) +
    line('M760 60h300v380H760ZM910 60v380', '#ffffff', 12) +
    path('M120 700h900l70 60H60Z', p.second) +
    path('M120 700h900l10 9H110Z', lighter(p.second, 0.3)) +
    ellipse([140, 706, 46, 46], lighter(p.second, 0.15)) +
    circle([140, 706, 28], darker(p.second, 0.2)) +
    circle([140, 706, 12], lighter(p.second, 0.2)) +
    kettlebell(360, 700, 1.1, p.deep) +
    kettlebell(540, 704, 0.82, p.accent) +
    `<defs>${glow('ball', [lighter(p.mid, 0.5), p.mid, mix(p.mid, p.deep, 0.6)], [0.35, 0.3])}</defs>` +
    softEllipse([820, 716, 150, 16], 0.25) +
    circle([810, 560, 156], 'url(#ball)') +
    times(5, (i) =>
      ellipse(
        [810, 560, 156, 20 + i * 30],
        'none',
        'stroke="#ffffff" stroke-width="2" opacity=".2"',
      ),
    ) +
    rect([180, 130, 420, 18], '#a97c53', 'rx="9"') +
    times(4, (i) =>
      line(
        `M${240 + i * 100} 148c-${20 + i * 3} 90-${20 + i * 3} 150 0 190s20-100 0-190`,
        [p.accent, p.deep, p.second, p.mid][i] ?? p.mid,
        13,
      ),
    ),

  spraycans: (p: Palette) => {
    const colors = [p.deep, p.second, p.accent, p.mid, p.soft, '#e0245e', '#7b2ff7', p.paper]
    return (
      `<defs>${blur('soft', 26)}</defs>` +
      rect([0, 0, 1200, 800], lighter(p.soft, 0.25)) +
      circle([300, 300, 230], p.accent, 'filter="url(#soft)"') +
      circle([840, 260, 250], p.mid, 'filter="url(#soft)" opacity=".9"') +
      circle([600, 520, 190], p.second, 'filter="url(#soft)" opacity=".7"') +
      rect([0, 640, 1200, 160], p.ink) +
      times(8, (i) => {
        const x = 66 + i * 138
        const color = colors[i] ?? p.mid
        const tall = 330 - (i % 3) * 30
        return (
          rect([x, 700 - tall, 108, tall], color, 'rx="10"') +
          rect([x + 70, 700 - tall, 38, tall], '#000000', 'rx="10" opacity=".16"') +
          rect([x + 12, 712 - tall, 12, tall - 30], '#ffffff', 'rx="6" opacity=".4"') +
          path(`M${x} ${704 - tall}c10-34 30-44 54-44s44 10 54 44Z`, '#d7d7db') +
          rect([x + 36, 612 - tall, 36, 50], i % 2 ? '#ffffff' : p.ink, 'rx="6"') +
          rect([x + 22, 520, 64, 64], p.ink, 'rx="32"') +
          circle([x + 54, 552, 20], color)
        )
      })
    )
  },

  camera: (p: Palette) =>
    table([lighter(p.soft, 0.1), p.mid], [mix(p.deep, p.mid, 0.3), p.ink], 600) +
    circle([600, 360, 300], p.second, 'opacity=".4"') +
    under(600, 652, 640) +
    rect([300, 250, 600, 390], p.ink, 'rx="26"') +
    rect([300, 340, 600, 190], mix('#5b3a26', p.deep, 0.25)) +
    times(120, (i) =>
      circle([312 + ((i * 49) % 580), 350 + ((i * 37) % 172), 2], '#000000', 'opacity=".25"'),
    ) +
    path('M450 250l40-90h220l40 90Z', mix(p.ink, '#57504a', 0.4)) +
    rect([520, 184, 160, 40], mix(p.accent, p.ink, 0.4), 'rx="6"') +
    rect([330, 218, 84, 34], '#c9c4bb', 'rx="8"') +
    circle([820, 228, 34], '#c9c4bb') +
    circle([820, 222, 22], '#8f8a82') +
    `<defs>${glow('glass', [lighter(p.accent, 0.35), p.accent, darker(p.accent, 0.5), '#0a0d10'], [0.38, 0.34])}</defs>` +
    circle([600, 440, 176], '#1a1512') +
    circle([600, 440, 160], 'none', 'stroke="#c9c4bb" stroke-width="6"') +
    times(24, (i) => line('M600 300v-14', '#c9c4bb', 3, `transform="rotate(${i * 15} 600 440)"`)) +
    circle([600, 440, 122], 'url(#glass)') +
    circle([600, 440, 66], '#07090b', 'opacity=".6"') +
    ellipse([556, 392, 34, 22], '#ffffff', 'opacity=".7" transform="rotate(-35 556 392)"') +
    circle([644, 486, 11], '#ffffff', 'opacity=".5"') +
    rect([850, 280, 30, 18], p.second, 'rx="4"') +
    line('M306 280C160 300 120 480 60 700M894 280c150 20 190 220 250 420', '#6a4028', 17),
}

function amber(x: number, y: number, size: number, p: Palette): string {
  return group(
    `transform="translate(${x} ${y}) scale(${size})"`,
    `<defs>${gradient('glassy', ['#a9622c', '#7b3f18', '#4e250c'], 0)}</defs>` +
      rect([-62, -210, 124, 210], 'url(#glassy)', 'rx="16"') +
      path('M-62-190c0-30 30-34 36-60h52c6 26 36 30 36 60Z', 'url(#glassy)') +
      rect([-28, -286, 56, 40], p.ink, 'rx="5"') +
      rect([-12, -340, 24, 58], p.ink, 'rx="12"') +
      rect([-46, -150, 92, 110], '#fff8f0') +
      rect([-30, -128, 60, 9], p.deep) +
      rect([-30, -108, 40, 6], p.ink, 'opacity=".5"') +
      circle([0, -72, 14], 'none', `stroke="${p.accent}" stroke-width="4"`) +
      rect([-54, -190, 9, 160], '#ffffff', 'rx="4" opacity=".35"'),
  )
}

function kettlebell(x: number, y: number, size: number, color: string): string {
  return group(
    `transform="translate(${x} ${y}) scale(${size})"`,
    softEllipse([10, 2, 110, 12], 0.28) +
      path(
        'M-62-130C-84-230 84-230 62-130',
        'none',
        `stroke="${darker(color, 0.2)}" stroke-width="30" stroke-linecap="round"`,
      ) +
      circle([0, -86, 92], color) +
      path('M30-172a92 92 0 0 1-10 176c50-40 60-120 10-176Z', '#000000', 'opacity=".18"') +
      ellipse([-36, -120, 22, 30], '#ffffff', 'opacity=".25" transform="rotate(30 -36 -120)"') +
      circle([0, -84, 34], '#ffffff', 'opacity=".85"') +
      rect([-16, -90, 32, 10], color),
  )
}
