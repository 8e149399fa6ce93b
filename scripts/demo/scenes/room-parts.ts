/** Walls, light and a potted plant. */
import {
  blur,
  darker,
  ellipse,
  gradient,
  group,
  lighter,
  line,
  path,
  rect,
  times,
} from '../draw.ts'

export const shell = (wall: [string, string], floor: [string, string], edge = 590) =>
  `<defs>${gradient('wall', wall, 60)}${gradient('floor', floor)}${blur('soft', 12)}</defs>${rect([0, 0, 1200, edge], 'url(#wall)')}${rect([0, edge, 1200, 800 - edge], 'url(#floor)')}`

export const sunPatch = (d: string, opacity = 0.35) => path(d, '#fff6dd', `opacity="${opacity}"`)

export function pot(x: number, y: number, size: number, [clay, leaf]: [string, string]): string {
  return group(
    `transform="translate(${x} ${y}) scale(${size})"`,
    ellipse([0, 2, 62, 10], '#000000', 'opacity=".16"') +
      times(9, (i) =>
        group(
          `transform="translate(0 -86) rotate(${-78 + i * 19.5})"`,
          path('M0 0C-26-60-22-120 0-170 22-120 26-60 0 0Z', i % 2 ? leaf : darker(leaf, 0.18)) +
            line('M0 0V-150', lighter(leaf, 0.25), 2.5, 'opacity=".6"'),
        ),
      ) +
      path('M-46-92h92L34 0h-68Z', clay) +
      path('M10-92h36L34 0H14Z', darker(clay, 0.14)) +
      rect([-52, -100, 104, 18], lighter(clay, 0.1)),
  )
}
