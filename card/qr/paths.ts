/** Turns the modules of a QR code into paths, for SVG, PDF and PNG. */

/** A step of a path, as in PDF: move, line, cubic curve or close. One unit is one module. */
export type PathStep = { op: 'm' | 'l' | 'c' | 'h'; c: number[] }

/** Returns the `d` of an SVG path. */
export function svgPath(steps: PathStep[]): string {
  return steps
    .map(({ op, c }) => (op === 'h' ? 'Z' : op.toUpperCase() + c.map(short).join(' ')))
    .join('')
}

/**
 * Returns the outline of the dark modules, to be filled by the nonzero rule. Adjacent modules share one outline, so that no
 * viewer shows seams between them. `offset` is the position of the first module.
 */
export function outlineOf(modules: boolean[][], isRounded: boolean, offset: number): PathStep[] {
  return contoursOf(modules).flatMap((contour) => {
    const points = contour.map(({ x, y }) => ({ x: x + offset, y: y + offset }))
    return isRounded ? roundedPath(points) : straightPath(points)
  })
}

/** Returns a rectangle; its corners are rounded if `radius` is not 0. */
export function rectanglePath(
  box: { x: number; y: number; width: number; height: number },
  radius = 0,
) {
  const { x, y, width, height } = box
  const corners = [
    { x, y },
    { x: x + width, y },
    { x: x + width, y: y + height },
    { x, y: y + height },
  ]
  return radius === 0 ? straightPath(corners) : cornersPath(corners, () => radius)
}

type Point = { x: number; y: number }

/** Returns the corners of every contour, clockwise around dark modules and counterclockwise around holes. */
function contoursOf(modules: boolean[][]): Point[][] {
  const edges = edgesOf(modules)
  const contours: Point[][] = []
  for (let start = edges.keys().next().value; start; start = edges.keys().next().value) {
    const corners: Point[] = []
    let key = start
    let last: Point | undefined
    do {
      const step = takeEdge(edges, key, last)
      const [x = 0, y = 0] = key.split(' ').map(Number)
      if (step.x !== last?.x || step.y !== last.y) corners.push({ x, y })
      key = `${x + step.x} ${y + step.y}`
      last = step
    } while (key !== start)
    contours.push(corners)
  }
  return contours
}

/** Returns the edges between dark and light, by the position where they start. The dark module is on their right. */
function edgesOf(modules: boolean[][]): Map<string, Point[]> {
  const edges = new Map<string, Point[]>()
  const add = (x: number, y: number, step: Point) => {
    const key = `${x} ${y}`
    edges.set(key, [...(edges.get(key) ?? []), step])
  }
  for (const [y, row] of modules.entries())
    for (const [x, isDark] of row.entries()) {
      if (!isDark) continue
      if (!modules[y - 1]?.[x]) add(x, y, { x: 1, y: 0 })
      if (!row[x + 1]) add(x + 1, y, { x: 0, y: 1 })
      if (!modules[y + 1]?.[x]) add(x + 1, y + 1, { x: -1, y: 0 })
      if (!row[x - 1]) add(x, y + 1, { x: 0, y: -1 })
    }
  return edges
}

/** Removes and returns the next edge. Where modules touch only at a corner, it turns right, so that they remain two shapes. */
function takeEdge(edges: Map<string, Point[]>, key: string, last: Point | undefined): Point {
  const steps = edges.get(key) ?? []
  const right = steps.find(({ x, y }) => last && x === -last.y && y === last.x)
  const step = right ?? steps[0] ?? { x: 0, y: 0 }
  const rest = steps.filter((other) => other !== step)
  if (rest.length > 0) edges.set(key, rest)
  else edges.delete(key)
  return step
}

function straightPath(points: Point[]): PathStep[] {
  return [
    ...points.map(({ x, y }, at) => ({
      op: at === 0 ? ('m' as const) : ('l' as const),
      c: [x, y],
    })),
    { op: 'h', c: [] },
  ]
}

// The squares of finder patterns get larger corners than single modules.
const squareFrom = 3
const squareRadius = 0.28

function roundedPath(points: Point[]): PathStep[] {
  const [first, , third] = points
  const side =
    first && third ? Math.min(Math.abs(third.x - first.x), Math.abs(third.y - first.y)) : 0
  const isSquare = points.length === 4 && side >= squareFrom
  return cornersPath(points, (turn) => (isSquare ? side * squareRadius : turn > 0 ? 0.5 : 0))
}

// The control points of the cubic curve that is closest to a quarter of a circle.
const kappa = 0.5523

/** Returns the path through the points with rounded corners. `radiusOf` receives 1 for a right turn and -1 for a left turn. */
function cornersPath(points: Point[], radiusOf: (turn: number) => number): PathStep[] {
  const steps = points.flatMap((corner, at): PathStep[] => {
    const from = direction(points.at(at - 1) ?? corner, corner)
    const to = direction(corner, points[(at + 1) % points.length] ?? corner)
    const radius = radiusOf(Math.sign(from.x * to.y - from.y * to.x))
    const on = (way: Point, length: number) => [
      corner.x + way.x * length,
      corner.y + way.y * length,
    ]
    if (radius === 0) return [{ op: 'l', c: [corner.x, corner.y] }]
    const rest = radius * (1 - kappa)
    const curve = [...on(from, -rest), ...on(to, rest), ...on(to, radius)]
    return [
      { op: 'l', c: on(from, -radius) },
      { op: 'c', c: curve },
    ]
  })
  const [start] = steps
  return [...(start ? [{ ...start, op: 'm' as const }] : []), ...steps.slice(1), { op: 'h', c: [] }]
}

function direction(from: Point, to: Point): Point {
  return { x: Math.sign(to.x - from.x), y: Math.sign(to.y - from.y) }
}

function short(value: number): string {
  return String(Math.round(value * 1000) / 1000)
}
