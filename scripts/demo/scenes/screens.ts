/** What stands on screens, and the machines behind them, on a 1200 by 800 ground. */
import { blur, circle, curve, gradient, line, mix, path, rect, softRect, times } from '../draw.ts'
import type { Palette } from '../palettes.ts'
import { randomFrom } from '../random.ts'

const word = (x: number, y: number, width: number, color: string) =>
  rect([x, y, width, 15], color, 'rx="7"')

export const screens = {
  terminal: (p: Palette) => {
    const random = randomFrom('terminal')
    return screen(
      p,
      times(13, (row) => {
        const y = 142 + row * 42
        if (row > 8)
          return (
            path(`M106 ${y + 8}l7 7 13-15`, 'none', `stroke="${p.accent}" stroke-width="5"`) +
            word(146, y, 150 + random() * 220, p.paper) +
            word(960, y, 70, p.soft)
          )
        const indent = [0, 1, 2, 2, 3, 3, 2, 1, 0][row] ?? 0
        let x = 146 + indent * 44
        return (
          rect([100, y, 22, 15], p.mid, 'rx="5"') +
          times(2 + Math.floor(random() * 4), () => {
            const width = 46 + random() * 130
            x += width + 18
            return word(
              x - width - 18,
              y,
              width,
              [p.accent, p.paper, p.second, '#f3b15f', p.soft][Math.floor(random() * 5)] ?? p.paper,
            )
          })
        )
      }) + rect([106, 696, 16, 22], p.accent),
    )
  },

  dashboard: (p: Palette) => {
    const random = randomFrom('dashboard')
    const points = Array.from({ length: 15 }, (_, i): [number, number] => [
      110 + i * 46,
      470 - random() * 90 - (i === 10 ? 120 : 0),
    ])
    return screen(
      p,
      times(
        4,
        (i) =>
          rect([100 + i * 258, 130, 238, 110], p.deep, 'rx="12"') +
          word(124 + i * 258, 154, 90, p.soft) +
          rect(
            [124 + i * 258, 188, 110 - i * 12, 28],
            [p.accent, p.paper, p.second, '#f3b15f'][i] ?? p.paper,
            'rx="8"',
          ),
      ) +
        rect([100, 262, 684, 440], p.deep, 'rx="12"') +
        times(4, (i) => rect([124, 320 + i * 90, 636, 2], p.mid)) +
        `<defs>${gradient('area', [`${p.accent}88`, `${p.accent}00`])}</defs>` +
        path(`${curve(points)}L754 680H110Z`, 'url(#area)') +
        line(curve(points), p.accent, 6) +
        line(curve(points.map(([x, y]) => [x, y * 0.5 + 380])), p.second, 4, 'opacity=".8"') +
        rect([804, 262, 312, 208], p.deep, 'rx="12"') +
        times(9, (i) => {
          const tall = 30 + random() * 100
          return rect([832 + i * 30, 446 - tall, 18, tall], i === 6 ? p.accent : p.second, 'rx="4"')
        }) +
        rect([804, 490, 312, 212], p.deep, 'rx="12"') +
        circle([900, 596, 66], 'none', `stroke="${p.mid}" stroke-width="22"`) +
        path('M900 530a66 66 0 1 1-62 44', 'none', `stroke="${p.accent}" stroke-width="22"`) +
        times(3, (i) => word(994, 556 + i * 34, 90 - i * 16, p.soft)),
    )
  },

  timeline: (p: Palette) => {
    const random = randomFrom('timeline')
    return screen(
      p,
      rect([90, 124, 620, 330], p.deep, 'rx="10"') +
        `<defs>${gradient('frame', [p.mid, p.accent, p.second], 20)}</defs>` +
        rect([110, 144, 580, 290], 'url(#frame)') +
        path('M110 434C220 300 300 380 400 290S600 200 690 230V434Z', p.ink, 'opacity=".5"') +
        circle([520, 230, 46], p.paper) +
        rect([370, 280, 60, 6], p.paper) +
        rect([730, 124, 380, 330], p.deep, 'rx="10"') +
        times(
          6,
          (i) =>
            word(760, 154 + i * 48, 90, p.soft) +
            rect([880, 158 + i * 48, 200, 6], p.mid, 'rx="3"') +
            circle([900 + ((i * 71) % 160), 161 + i * 48, 10], i % 2 ? p.accent : p.second),
        ) +
        rect([90, 474, 1020, 236], p.deep, 'rx="10"') +
        times(21, (i) => rect([200 + i * 44, 484, 2, i % 5 ? 8 : 16], p.soft)) +
        times(
          5,
          (row) =>
            rect([104, 510 + row * 38, 80, 28], p.mid, 'rx="6"') +
            times(3, (i) =>
              rect(
                [204 + i * 290 + random() * 60, 510 + row * 38, 120 + random() * 130, 28],
                [p.accent, p.second, p.soft, mix(p.accent, p.mid, 0.5), mix(p.second, p.mid, 0.5)][
                  (row + i) % 5
                ] ?? p.soft,
                'rx="6"',
              ),
            ),
        ) +
        rect([604, 480, 4, 226], p.paper) +
        path('M594 478h24v14l-12 12-12-12Z', p.paper),
    )
  },
}

function screen(p: Palette, inside: string): string {
  return (
    `<defs>${gradient('room', [mix(p.deep, p.mid, 0.5), p.ink], 50)}${blur('soft', 22)}</defs>` +
    rect([0, 0, 1200, 800], 'url(#room)') +
    softRect([70, 80, 1060, 660], 0.16, p.accent) +
    rect([60, 50, 1080, 680], p.ink, 'rx="20"') +
    rect([60, 50, 1080, 54], mix(p.deep, p.mid, 0.6), 'rx="20"') +
    rect([60, 84, 1080, 20], mix(p.deep, p.mid, 0.6)) +
    times(3, (i) => circle([96 + i * 30, 77, 9], ['#ff6159', '#ffbd2e', '#28c941'][i] ?? '#fff')) +
    inside
  )
}
