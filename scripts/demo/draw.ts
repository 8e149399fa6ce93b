/** Pieces of SVG text the demo pictures are made of. */

/** A whole drawing; `parts` may nest. */
export function drawing(width: number, height: number, parts: string): string {
  return `<svg xmlns="http://www.w3.org/2000/svg" width="${width}" height="${height}" viewBox="0 0 ${width} ${height}">${parts}</svg>`
}

/** A gradient fill to name as `url(#id)`; `angle` in degrees, 0 from left to right, 90 downwards. */
export function gradient(id: string, colors: string[], angle = 90): string {
  const turn = (angle * Math.PI) / 180
  const [x, y] = [Math.cos(turn) / 2, Math.sin(turn) / 2]
  return `<linearGradient id="${id}" x1="${0.5 - x}" y1="${0.5 - y}" x2="${0.5 + x}" y2="${0.5 + y}">${stops(colors)}</linearGradient>`
}

/** A round gradient around a point given as fractions of the shape. */
export function glow(id: string, colors: string[], at: [number, number] = [0.5, 0.5]): string {
  return `<radialGradient id="${id}" cx="${at[0]}" cy="${at[1]}" r=".7">${stops(colors)}</radialGradient>`
}

function stops(colors: string[]): string {
  return colors
    .map((color, i) => {
      const [paint, opacity] = [color.slice(0, 7), color.slice(7)]
      const clear = opacity ? ` stop-opacity="${Number.parseInt(opacity, 16) / 255}"` : ''
      return `<stop offset="${i / (colors.length - 1)}" stop-color="${paint}"${clear}/>`
    })
    .join('')
}

export function blur(id: string, by: number): string {
  return `<filter id="${id}" x="-20%" y="-20%" width="140%" height="140%"><feGaussianBlur stdDeviation="${by}"/></filter>`
}

/** A box with soft edges, for shadows and light: six boxes cost a tenth of a blur. */
export function softRect(
  box: [x: number, y: number, width: number, height: number],
  opacity: number,
  color = '#000000',
): string {
  const [x, y, width, height] = box
  return group(
    `fill="${color}" opacity="${opacity}"`,
    softSteps
      .map(
        ([out, share]) =>
          `<rect x="${x - out}" y="${y - out}" width="${width + 2 * out}" height="${Math.max(1, height + 2 * out)}" rx="${out + 18}" opacity="${share}"/>`,
      )
      .join(''),
  )
}

/** An ellipse with soft edges. */
export function softEllipse(
  at: [x: number, y: number, rx: number, ry: number],
  opacity: number,
  color = '#000000',
): string {
  const [x, y, rx, ry] = at
  return group(
    `fill="${color}" opacity="${opacity}"`,
    softSteps
      .map(
        ([out, share]) =>
          `<ellipse cx="${x}" cy="${y}" rx="${Math.max(1, rx + out)}" ry="${Math.max(1, ry + out / 2)}" opacity="${share}"/>`,
      )
      .join(''),
  )
}

// Each step covers the ones within, so that together they fall off evenly from the edge outwards.
const softSteps = [
  [18, 0.14],
  [12, 0.16],
  [6, 0.2],
  [0, 0.25],
  [-6, 0.33],
  [-12, 0.5],
] as const

export function rect(
  box: [x: number, y: number, width: number, height: number],
  fill: string,
  more = '',
): string {
  const [x, y, width, height] = box
  return `<rect x="${x}" y="${y}" width="${width}" height="${height}" fill="${fill}" ${more}/>`
}

export function circle(at: [x: number, y: number, r: number], fill: string, more = ''): string {
  return `<circle cx="${at[0]}" cy="${at[1]}" r="${at[2]}" fill="${fill}" ${more}/>`
}

export function ellipse(
  at: [x: number, y: number, rx: number, ry: number],
  fill: string,
  more = '',
): string {
  return `<ellipse cx="${at[0]}" cy="${at[1]}" rx="${at[2]}" ry="${at[3]}" fill="${fill}" ${more}/>`
}

export function path(d: string, fill: string, more = ''): string {
  return `<path d="${d}" fill="${fill}" ${more}/>`
}

export function line(d: string, stroke: string, width: number, more = ''): string {
  return `<path d="${d}" fill="none" stroke="${stroke}" stroke-width="${width}" stroke-linecap="round" stroke-linejoin="round" ${more}/>`
}

export function group(more: string, parts: string): string {
  return `<g ${more}>${parts}</g>`
}

/** As many parts as asked for, made one by one. */
export function times(count: number, part: (i: number) => string): string {
  return Array.from({ length: count }, (_, i) => part(i)).join('')
}

/** The colour `share` of the way from one hex colour to another. */
export function mix(from: string, to: string, share: number): string {
  const channel = (color: string, at: number) => Number.parseInt(color.slice(at, at + 2), 16)
  return `#${[1, 3, 5]
    .map((at) => Math.round(channel(from, at) * (1 - share) + channel(to, at) * share))
    .map((value) => value.toString(16).padStart(2, '0'))
    .join('')}`
}

export const lighter = (color: string, share: number) => mix(color, '#ffffff', share)
export const darker = (color: string, share: number) => mix(color, '#000000', share)

/** A smooth line through the points, as path data (Catmull–Rom). */
export function curve(points: [number, number][]): string {
  const at = (i: number) => points[Math.min(points.length - 1, Math.max(0, i))] ?? [0, 0]
  const parts = points.slice(0, -1).map((_, i) => {
    const [[ax, ay], [bx, by], [cx, cy], [dx, dy]] = [at(i - 1), at(i), at(i + 1), at(i + 2)]
    return `C${bx + (cx - ax) / 6} ${by + (cy - ay) / 6} ${cx - (dx - bx) / 6} ${cy - (dy - by) / 6} ${cx} ${cy}`
  })
  return `M${at(0)[0]} ${at(0)[1]}${parts.join('')}`
}

/** Ground with a rolling edge, filled down to `floor`. */
export function ground(
  heights: number[],
  fill: string,
  { floor = 800, more = '' }: { floor?: number; more?: string } = {},
): string {
  const step = 1200 / (heights.length - 1)
  const edge = curve(heights.map((y, i) => [i * step, y]))
  return path(`${edge}L1200 ${floor}H0Z`, fill, more)
}
