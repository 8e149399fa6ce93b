/** Light and motion, on a 1200 by 800 ground. */
import {
  blur,
  circle,
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
import { randomFrom } from '../random.ts'

export const stage = {
  stage: (p: Palette) => {
    const random = randomFrom('crowd')
    return (
      `<defs>${gradient('hall', [p.ink, p.deep, mix(p.mid, p.accent, 0.3)])}${blur('soft', 20)}${gradient('beamA', [`${p.second}ee`, `${p.second}00`])}${gradient('beamB', [`${p.accent}ee`, `${p.accent}00`])}</defs>` +
      rect([0, 0, 1200, 800], 'url(#hall)') +
      group(
        'style="mix-blend-mode:screen"',
        times(7, (i) =>
          path(
            `M${240 + i * 120} 60l${-260 + i * 70} 640h${120 + i * 4}l${150 - i * 68}-640Z`,
            i % 2 ? 'url(#beamA)' : 'url(#beamB)',
            'opacity=".6"',
          ),
        ),
      ) +
      rect([200, 44, 800, 18], '#05030d') +
      times(
        7,
        (i) =>
          rect([226 + i * 120, 52, 36, 30], '#05030d', 'rx="6"') +
          circle([244 + i * 120, 84, 9], '#ffffff'),
      ) +
      rect([330, 190, 540, 270], p.ink, 'opacity=".8"') +
      rect([342, 202, 516, 246], mix(p.mid, p.accent, 0.5)) +
      circle([600, 325, 92], lighter(p.second, 0.3)) +
      circle([600, 325, 60], p.deep) +
      times(12, (i) => line('M600 215v-24', p.paper, 6, `transform="rotate(${i * 30} 600 325)"`)) +
      path('M140 560h920l60 60H80Z', '#0b0620') +
      rect([80, 620, 1040, 12], p.accent) +
      performer(600, 560, '#05030d') +
      performer(420, 566, '#05030d') +
      performer(770, 566, '#05030d') +
      times(3, (row) =>
        times(26, (i) =>
          head(i * 50 + random() * 30 - 20, 690 + row * 46 + random() * 18, 22 + row * 5, {
            color: mix('#07040f', p.mid, 0.28 - row * 0.12),
            arm: random() < 0.24,
          }),
        ),
      )
    )
  },

  ribbons: (p: Palette) => {
    const colors = [
      p.second,
      mix(p.second, p.soft, 0.5),
      p.soft,
      mix(p.soft, p.accent, 0.5),
      p.accent,
    ]
    return (
      `<defs>${glow('bg', [p.mid, p.deep, p.ink], [0.6, 0.4])}${blur('soft', 24)}</defs>` +
      rect([0, 0, 1200, 800], 'url(#bg)') +
      times(44, (i) => {
        const t = i / 43
        const color = mix(
          colors[Math.floor(t * 3.99)] ?? p.soft,
          colors[Math.floor(t * 3.99) + 1] ?? p.accent,
          (t * 3.99) % 1,
        )
        return line(
          `M-60 ${200 + i * 9}C${240 + i * 4} ${-120 + i * 17} ${420 - i * 3} ${860 - i * 6} ${680 + i * 2} ${420 - i * 2}S${1020 - i * 4} ${40 + i * 16} 1260 ${300 + i * 6}`,
          color,
          3.4,
          `opacity="${0.35 + 0.6 * Math.sin(t * Math.PI)}"`,
        )
      }) +
      circle([690, 400, 90], p.paper, 'opacity=".22" filter="url(#soft)"')
    )
  },

  tunnel: (p: Palette) =>
    `<defs>${glow('end', ['#ffffff', lighter(p.accent, 0.2), p.mid, mix(p.deep, p.ink, 0.5), p.ink, p.ink])}${blur('soft', 9)}</defs>` +
    rect([0, 0, 1200, 800], p.ink) +
    ellipse([600, 400, 620, 430], 'url(#end)') +
    group(
      'opacity=".55" filter="url(#soft)"',
      times(15, (i) => line(frame(i), i % 2 ? p.accent : p.second, 3 + 1.28 ** i * 0.7)),
    ) +
    times(15, (i) =>
      line(frame(i), lighter(i % 2 ? p.accent : p.second, 0.3), 1.5 + 1.28 ** i * 0.32),
    ) +
    path('M572 440h56L1000 800H200Z', p.soft, 'opacity=".18"') +
    group(
      'transform="translate(600 520) scale(1.5)"',
      path('M-16 60l4-62h24l4 62H4L0 12-4 60ZM-18 2c-2-42 4-52 18-52S20-40 18 2Z', '#07040f') +
        circle([0, -66, 14], '#07040f'),
    ),

  orbs: (p: Palette) => {
    const orbs: [number, number, number, string][] = [
      [380, 430, 210, p.accent],
      [760, 300, 150, p.second],
      [860, 580, 120, p.soft],
      [560, 640, 74, p.second],
      [180, 170, 84, p.soft],
      [1040, 160, 54, p.accent],
      [610, 150, 40, p.paper],
    ]
    return (
      `<defs>${gradient('bg', [mix(p.mid, p.soft, 0.3), p.deep, p.ink], 70)}${blur('soft', 26)}${orbs.map(([, , , color], i) => glow(`orb${i}`, [lighter(color, 0.75), color, mix(color, p.deep, 0.6), mix(color, p.ink, 0.7)], [0.34, 0.28])).join('')}</defs>` +
      rect([0, 0, 1200, 800], 'url(#bg)') +
      orbs
        .map(
          ([x, y, r], i) =>
            softEllipse([x + r * 0.2, y + r * 1.08, r * 0.8, r * 0.18], 0.4) +
            circle([x, y, r], `url(#orb${i})`) +
            path(
              `M${x - r * 0.72} ${y - r * 0.3}a${r * 0.78} ${r * 0.78} 0 0 1 ${r * 0.6}-${r * 0.48}`,
              'none',
              `stroke="#ffffff" stroke-width="${r * 0.07}" stroke-linecap="round" opacity=".75"`,
            ) +
            path(
              `M${x + r * 0.8} ${y + r * 0.2}a${r * 0.84} ${r * 0.84} 0 0 1-${r * 0.6} ${r * 0.6}`,
              'none',
              `stroke="${p.paper}" stroke-width="${r * 0.04}" stroke-linecap="round" opacity=".5"`,
            ),
        )
        .join('')
    )
  },
}

function frame(i: number): string {
  const [w, h] = [54 * 1.28 ** i, 40 * 1.28 ** i]
  const [left, right, arch] = [600 - w, 600 + w, 400 - h * 1.25]
  return `M${left} ${400 + h}V${400 - h * 0.35}C${left} ${arch} ${right} ${arch} ${right} ${400 - h * 0.35}V${400 + h}Z`
}

function performer(x: number, y: number, color: string): string {
  return group(
    `transform="translate(${x} ${y})"`,
    path('M-20 0-10-64-24-120c-2-16 8-22 24-22s26 6 24 22L10-64 20 0H8L0-50-8 0Z', color) +
      circle([0, -160, 16], color) +
      line('M-20-130l-34-34M20-130l40-20', color, 11),
  )
}

function head(
  x: number,
  y: number,
  r: number,
  { color, arm }: { color: string; arm: boolean },
): string {
  return (
    circle([x, y, r], color) +
    path(`M${x - r * 1.9} ${y + 90}c0-${r * 3} ${r * 3.8}-${r * 3} ${r * 3.8} 0Z`, color) +
    (arm ? line(`M${x + r} ${y + 30}l${r * 0.7}-${r * 3.6}`, color, r * 0.55) : '')
  )
}
