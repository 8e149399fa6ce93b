/** Learning and models, on a 1200 by 800 ground. */
import {
  blur,
  circle,
  darker,
  ellipse,
  gradient,
  group,
  lighter,
  line,
  path,
  rect,
  softEllipse,
  times,
} from '../draw.ts'
import type { Palette } from '../palettes.ts'
import { randomFrom } from '../random.ts'

const chalk = (d: string, width = 5, color = '#f3f7f0') => line(d, color, width, 'opacity=".92"')

export const study = {
  blackboard: (p: Palette) => {
    const random = randomFrom('chalk')
    return (
      `<defs>${gradient('board', ['#2c6551', '#1d4739'], 40)}${blur('soft', 26)}</defs>` +
      rect([0, 0, 1200, 800], '#c08d55') +
      rect([0, 0, 1200, 800], '#000000', 'opacity=".05"') +
      rect([34, 34, 1132, 690], 'url(#board)') +
      softEllipse([760, 300, 340, 130], 0.06, '#ffffff') +
      softEllipse([300, 560, 260, 90], 0.05, '#ffffff') +
      chalk('M160 120h360', 8) +
      times(13, (i) => chalk(`M${170 + i * 28} 120l-18-22`, 3)) +
      chalk('M340 120 200 470') +
      chalk('M340 120V500', 3) +
      chalk('M340 250a130 130 0 0 1-48-10', 4, p.accent) +
      circle([200, 480, 40], 'none', 'stroke="#f3f7f0" stroke-width="6"') +
      times(6, (i) => chalk(`M${172 + i * 10} ${466 + i * 3}l20 20`, 3)) +
      chalk('M130 470C200 560 400 570 500 440', 3, p.soft) +
      chalk('M236 500l70 34m-24-2 24 2-10-22', 5, p.second) +
      formula(p) +
      chalk('M640 540V330M640 540h420', 5) +
      chalk('M640 436c30-110 70-110 104 0s70 110 104 0 70-110 104 0 60 90 90 40', 5, p.soft) +
      times(30, () =>
        circle([60 + random() * 1080, 60 + random() * 640, 1.4], '#ffffff', 'opacity=".35"'),
      ) +
      rect([34, 724, 1132, 24], '#a5763f') +
      rect([180, 712, 90, 14], '#ffffff', 'rx="5"') +
      rect([290, 712, 66, 14], p.accent, 'rx="5"') +
      rect([900, 694, 130, 32], p.deep, 'rx="5"') +
      rect([900, 716, 130, 12], '#e9e4d8')
    )
  },

  bookshelf: (p: Palette) => {
    const random = randomFrom('books')
    const colors = [p.deep, p.mid, p.accent, p.second, p.soft, '#2e6b57', p.paper, '#7a4a9c']
    return (
      `<defs>${blur('soft', 8)}</defs>` +
      rect([0, 0, 1200, 800], '#7b5233') +
      times(3, (row) => {
        const [top, floor] = [26 + row * 262, 262 + row * 262]
        let x = 46
        const books = times(21, (i) => {
          const [w, h] = [30 + random() * 32, 140 + random() * 76]
          if (x + w > 1150 || (row === 1 && i > 12) || (row === 2 && i > 16)) return ''
          const color = colors[Math.floor(random() * 8)] ?? p.mid
          x += w + 3
          const lean = i === 12 ? ` transform="rotate(9 ${x - w} ${floor})"` : ''
          return group(
            lean,
            rect([x - w - 3, floor - h, w, h], color, 'rx="3"') +
              rect([x - w - 3, floor - h, 5, h], '#ffffff', 'opacity=".22"') +
              rect([x - w + 3, floor - h + 22, w - 12, 6], darker(color, 0.35)) +
              rect(
                [x - w + 3, floor - h + 34, w - 12, 22],
                i % 2 ? lighter(color, 0.45) : p.accent,
                'opacity=".9"',
              ) +
              rect([x - w + 3, floor - 28, w - 12, 6], darker(color, 0.35)),
          )
        })
        return (
          rect([30, top, 1140, 236], '#4f3320') +
          rect([30, top, 1140, 24], '#000000', 'opacity=".25"') +
          books +
          rect([20, floor, 1160, 20], '#a4744a')
        )
      }) +
      globe(960, 420, p) +
      rect([900, 740, 210, 46], p.second) +
      rect([916, 700, 180, 40], p.deep) +
      rect([908, 664, 170, 36], p.accent)
    )
  },
}

// The period of a pendulum and its energy, in chalk; letters are strokes, because not every machine has fonts.
function formula(p: Palette): string {
  const ell = 'c18-8 30-50 14-58-18-4-20 40-14 58 3 10 12 8 18 0'
  return (
    chalk('M640 150h62M676 150l-14 62', 7) +
    chalk('M736 176h44M736 192h44', 6) +
    chalk('M816 166c10-24 42-20 38 4-2 16-24 28-40 42h44', 7) +
    chalk('M884 176h54M900 176l-8 36M924 176l-6 28c-2 8 4 10 10 6', 6) +
    chalk('M960 190l12-6 14 62 24-122h104', 5) +
    chalk(`M1038 184${ell}`, 5) +
    chalk('M1030 198h60', 5) +
    chalk('M1074 214c-18-8-34 18-18 28 8 2 16-6 18-28l-4 34c-2 14-22 16-28 6', 5) +
    chalk(`M262 296${ell}`, 4) +
    chalk('M306 268c-12 0-16 44-4 44s16-44 4-44M298 290h14', 4, p.accent) +
    chalk('M152 580l4-30M154 562c6-14 16-16 16-4l-2 22M170 562c6-14 16-16 16-4l-2 22', 4) +
    chalk(
      'M680 592h-34v48h34M646 614h26M706 606h30M706 620h30M770 598l6-4v22M764 640l28-44M786 626c4-8 16-6 14 2-2 6-10 10-16 14h18',
      5,
      p.accent,
    ) +
    chalk(
      'M826 640l2-26M828 622c4-10 14-10 14 0v18M842 622c4-10 14-10 14 0v18M878 614l8 26 12-26M906 600c2-8 12-6 12 0 0 6-8 8-12 12h14M944 620h28M958 606v28',
      5,
      p.accent,
    ) +
    chalk(
      'M996 640l2-26M998 622c4-10 14-10 14 0v18M1012 622c4-10 14-10 14 0v18M1064 616c-14-8-26 12-14 22 6 2 12-4 14-22l-2 28c-2 12-16 12-20 6M1086 592v48M1086 622c6-10 18-10 16 4v14',
      5,
      p.accent,
    )
  )
}

function globe(x: number, y: number, p: Palette): string {
  return (
    line(`M${x} ${y + 66}v38M${x - 44} ${y + 104}h88`, '#d9b070', 9) +
    circle([x, y, 66], p.mid) +
    path(
      `M${x - 50} ${y - 30}c30-26 50-6 46 18s-40 20-46-18ZM${x + 6} ${y + 4}c30-20 54 4 44 30s-40 6-44-30Z`,
      '#8fc08a',
    ) +
    path(`M${x - 76} ${y - 30}a82 82 0 1 0 60-50`, 'none', 'stroke="#d9b070" stroke-width="7"') +
    ellipse([x - 26, y - 32, 14, 9], '#ffffff', 'opacity=".4"')
  )
}
