/** What a drawing costs to draw: the elements it has once every reference is followed, and what filters and dashes add. */

/** An element as it was written. `parent` is the index of the one around it, -1 for the outermost. */
export type Element = { name: string; attributes: Map<string, string>; parent: number }

const mostDrawn = 5000
// Of a picture a few thousand wide; what a number can be beyond that is time.
const largestNumber = 100_000
const weights = { primitive: 25, dashes: 25 }
const largest = new Map([
  ['numOctaves', 6],
  ['radius', 20],
  ['order', 7],
  ['stdDeviation', 500],
])
const leastDash = 0.5

type Cost = { drawn: number; points: number }
const nothing: Cost = { drawn: 0, points: 0 }
const numbers = /[-+]?(?:\d+\.?\d*|\.\d+)(?:e[-+]?\d+)?/gi
const geometry =
  /^(?:d|points|x|y|x1|x2|y1|y2|cx|cy|r|rx|ry|width|height|transform|viewBox|scale|dx|dy)$/

/** Whether it is drawn in the time of a few thousand elements; never what refers to itself. */
export function isQuickToDraw(elements: Element[]): boolean {
  if (!elements.every(isModest)) return false
  const graph = graphOf(elements)
  const costs: (Cost | undefined)[] = elements.map(() => undefined)
  // A loop is found where an element is asked for while it is being counted.
  const under = new Set<number>()
  const costOf = (index: number): Cost => {
    const known = costs[index]
    if (known) return known
    if (under.has(index)) return { drawn: Infinity, points: Infinity }
    under.add(index)
    const cost = sumOf(elements, graph, { index, costOf })
    under.delete(index)
    costs[index] = cost
    return cost
  }
  return costOf(0).drawn <= mostDrawn
}

type Graph = { children: number[][]; byId: Map<string, number[]> }

function graphOf(elements: Element[]): Graph {
  const children: number[][] = elements.map(() => [])
  const byId = new Map<string, number[]>()
  for (const [index, { attributes, parent }] of elements.entries()) {
    children[parent]?.push(index)
    const id = attributes.get('id')
    if (id) byId.set(id, [...(byId.get(id) ?? []), index])
  }
  return { children, byId }
}

type Counting = { index: number; costOf: (index: number) => Cost }

/** What the element, those in it and those it refers to cost. What is inherited counts for each of them. */
function sumOf(elements: Element[], graph: Graph, { index, costOf }: Counting): Cost {
  const { name, attributes } = elements[index] ?? { name: '', attributes: new Map() }
  const referred = (id: string) => most((graph.byId.get(id) ?? []).map(costOf))
  const hrefs = [...attributes]
    .filter(([key]) => key === 'href' || key === 'xlink:href')
    .map(([, value]) => referred(value.trim().slice(1)))
  const parts = [...(graph.children[index] ?? []).map(costOf), ...hrefs]
  const drawn = 1 + parts.reduce((sum, part) => sum + part.drawn, extraOf(name, attributes))
  const points = parts.reduce((sum, part) => sum + part.points, pointsOf(attributes))
  const { once, each, marks } = paintsOf(elements, graph, { attributes, referred })
  return { drawn: drawn * (1 + each) + points * marks + once, points }
}

type Painted = { attributes: Map<string, string>; referred: (id: string) => Cost }

/** What `url(#id)` adds: once for a group, for each element in it, or at each point of its paths. Gradients add nothing. */
function paintsOf(elements: Element[], { byId }: Graph, { attributes, referred }: Painted) {
  const added = { once: 0, each: 0, marks: 0 }
  for (const [key, value] of attributes)
    for (const [, id = ''] of value.matchAll(/url\s*\(\s*["']?\s*#([^"')]*)/gi)) {
      const targets = byId.get(id.trim()) ?? []
      const { drawn } = referred(id.trim())
      if (drawn < Infinity && targets.every((at) => /Gradient$/.test(elements[at]?.name ?? '')))
        continue
      if (/^(?:mask|clip-path|filter)$/.test(key)) added.once += drawn
      else if (/^marker/.test(key)) added.marks += drawn
      else added.each += drawn
      if (key === 'style') added.marks += drawn
    }
  return added
}

function extraOf(name: string, attributes: Map<string, string>): number {
  const dashes =
    attributes.has('stroke-dasharray') || /dasharray/i.test(attributes.get('style') ?? '')
  return (/^fe[A-Z]/.test(name) ? weights.primitive : 0) + (dashes ? weights.dashes : 0)
}

function pointsOf(attributes: Map<string, string>): number {
  const written = `${attributes.get('d') ?? ''} ${attributes.get('points') ?? ''}`
  return [...written.matchAll(numbers)].length
}

function isModest({ attributes }: Element): boolean {
  return [...attributes].every(([key, value]) => {
    const all = [...value.matchAll(numbers)].map(Number)
    const limit = largest.get(key) ?? (geometry.test(key) ? largestNumber : Infinity)
    if (all.some((one) => Math.abs(one) > limit)) return false
    if (key === 'style')
      return !/dasharray/i.test(value) || all.every((one) => Math.abs(one) <= largestNumber)
    return key !== 'stroke-dasharray' || all.length === 0 || sum(all) >= leastDash
  })
}

function sum(all: number[]): number {
  return all.reduce((total, one) => total + Math.abs(one), 0)
}

function most(costs: Cost[]): Cost {
  return costs.reduce(
    (one, other) => ({
      drawn: Math.max(one.drawn, other.drawn),
      points: Math.max(one.points, other.points),
    }),
    nothing,
  )
}
