/** Rendering cost of an SVG: its elements with all references expanded, plus the cost of filters and dashes. */

/** A parsed element. `parent` is the index of its parent, -1 for the root. */
export type Element = { name: string; attributes: Map<string, string>; parent: number }

const maxRendered = 5000
// An element with a reference takes about 100 bytes, and an SVG has at most 200,000.
const maxReferences = 2000
// Depth of nested elements and references, which are counted recursively. Real files have far fewer levels.
const maxNesting = 64
// Enough for an image a few thousand units wide. Larger numbers only cost time.
const maxNumber = 100_000
const weights = { primitive: 25, dashes: 25 }
const maxValues = new Map([
  ['numOctaves', 6],
  ['radius', 20],
  ['order', 7],
  ['stdDeviation', 500],
])
const minDashLength = 0.5

type Cost = { drawn: number; points: number }
const infinite: Cost = { drawn: Infinity, points: Infinity }
const numbers = /[-+]?(?:\d+\.?\d*|\.\d+)(?:e[-+]?\d+)?/gi
const geometry =
  /^(?:d|points|x|y|x1|x2|y1|y2|cx|cy|r|rx|ry|width|height|transform|viewBox|scale|dx|dy)$/

/** True if rendering takes as long as 5000 simple elements at most. False if references are circular. */
export function isCheapToRender(elements: Element[]): boolean {
  if (!elements.every(hasBoundedNumbers)) return false
  const graph = graphOf(elements)
  if (!graph) return false
  const costs: (Cost | undefined)[] = elements.map(() => undefined)
  // The elements being counted: reaching one of them again is a circular reference.
  const active = new Set<number>()
  const costOf = (index: number): Cost => {
    const known = costs[index]
    if (known) return known
    if (active.has(index) || active.size === maxNesting) return infinite
    active.add(index)
    const cost = sumOf(elements, graph, { index, costOf })
    active.delete(index)
    costs[index] = cost
    return cost
  }
  return costOf(0).drawn <= maxRendered
}

type Reference = { key: string; id: string }
type Graph = { children: number[][]; references: Reference[][]; byId: Map<string, number> }

/** Returns undefined if an id is repeated or there are too many references. */
function graphOf(elements: Element[]): Graph | undefined {
  const children: number[][] = elements.map(() => [])
  const byId = new Map<string, number>()
  const references: Reference[][] = []
  let remaining = maxReferences
  for (const [index, { attributes, parent }] of elements.entries()) {
    children[parent]?.push(index)
    const id = attributes.get('id')
    if (id && byId.has(id)) return undefined
    if (id) byId.set(id, index)
    const found = [...attributes].flatMap(referencesIn)
    references.push(found)
    remaining -= found.length
    if (remaining < 0) return undefined
  }
  return { children, references, byId }
}

function referencesIn([key, value]: [string, string]): Reference[] {
  if (key === 'href' || key === 'xlink:href') return [{ key: 'href', id: idInHref(value) ?? '' }]
  return (idsInUrls(value) ?? []).map((id) => ({ key, id }))
}

type Counter = { index: number; costOf: (index: number) => Cost }

/** Returns the cost of an element, its children and its references. Inherited paint is counted for each of them. */
function sumOf(elements: Element[], graph: Graph, { index, costOf }: Counter): Cost {
  const { name, attributes } = elements[index] ?? { name: '', attributes: new Map() }
  const targets = (graph.references[index] ?? []).flatMap(({ key, id }) => {
    const at = graph.byId.get(id)
    if (at === undefined) return []
    return [{ key, name: elements[at]?.name ?? '', cost: costOf(at) }]
  })
  const used = targets.filter(({ key }) => key === 'href').map(({ cost }) => cost)
  const parts = [...(graph.children[index] ?? []).map(costOf), ...used]
  const drawn = 1 + parts.reduce((sum, part) => sum + part.drawn, extraOf(name, attributes))
  const points = parts.reduce((sum, part) => sum + part.points, pointsOf(attributes))
  const { once, each, marks } = paintsOf(targets)
  return { drawn: drawn * (1 + each) + points * marks + once, points }
}

type Target = { key: string; name: string; cost: Cost }

/** Returns what `url(#id)` adds: once for a group, for each element in it, or for each point. Gradients add nothing. */
function paintsOf(targets: Target[]) {
  const added = { once: 0, each: 0, marks: 0 }
  for (const { key, name, cost } of targets) {
    const { drawn } = cost
    if (key === 'href' || (drawn < Infinity && name.endsWith('Gradient'))) continue
    if (/^(?:mask|clip-path|filter)$/.test(key)) added.once += drawn
    else if (key.startsWith('marker')) added.marks += drawn
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
  return written.match(numbers)?.length ?? 0
}

function hasBoundedNumbers({ attributes }: Element): boolean {
  return [...attributes].every(([key, value]) => {
    const all = (value.match(numbers) ?? []).map(Number)
    const limit = maxValues.get(key) ?? (geometry.test(key) ? maxNumber : Infinity)
    if (all.some((one) => Math.abs(one) > limit)) return false
    if (key === 'style')
      return !/dasharray/i.test(value) || all.every((one) => Math.abs(one) <= maxNumber)
    return key !== 'stroke-dasharray' || all.length === 0 || sum(all) >= minDashLength
  })
}

function sum(all: number[]): number {
  return all.reduce((total, one) => total + Math.abs(one), 0)
}

// Only ids without escapes are allowed: browsers decode escaped ones, so that their targets would not be counted. The
// parts of these patterns match different characters, so there is little backtracking.
const name = '#([\\p{L}\\p{M}\\p{N}_.:-]+)'
const href = new RegExp(`^${name}$`, 'u')
const url = new RegExp(`url ?\\((?: ?["']? ?${name} ?["']? ?\\))?`, 'giu')
const spaces = /[ \t\n\r\f]+/g

/** Returns the id that an `href` refers to; undefined for any other URL. */
export function idInHref(value: string): string | undefined {
  return href.exec(collapsed(value).replace(/^ /, '').replace(/ $/, ''))?.[1]
}

/** Returns the ids of every `url(#id)` in the value; undefined if one of them is any other URL. */
export function idsInUrls(value: string): string[] | undefined {
  const ids = [...collapsed(value).matchAll(url)].map(([, id]) => id)
  return ids.every((id) => id !== undefined) ? ids : undefined
}

/** Collapses runs of whitespace, because matching several runs in a row takes quadratic time. */
export function collapsed(value: string): string {
  return value.replace(spaces, ' ')
}
