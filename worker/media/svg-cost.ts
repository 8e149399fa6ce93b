/** What a drawing costs to draw: the elements it has once every reference is followed, and what filters and dashes add. */

/** An element as it was written. `parent` is the index of the one around it, -1 for the outermost. */
export type Element = { name: string; attributes: Map<string, string>; parent: number }

const mostDrawn = 5000
// An element with a reference takes about 100 bytes, and a drawing has 200,000 at most.
const mostReferences = 2000
// Of elements in each other and in those they refer to: nobody nests that far, and each takes some of the stack.
const mostNested = 64
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
const endless: Cost = { drawn: Infinity, points: Infinity }
const numbers = /[-+]?(?:\d+\.?\d*|\.\d+)(?:e[-+]?\d+)?/gi
const geometry =
  /^(?:d|points|x|y|x1|x2|y1|y2|cx|cy|r|rx|ry|width|height|transform|viewBox|scale|dx|dy)$/

/** Whether it is drawn in the time of a few thousand elements; never what refers to itself. */
export function isQuickToDraw(elements: Element[]): boolean {
  if (!elements.every(isModest)) return false
  const graph = graphOf(elements)
  if (!graph) return false
  const costs: (Cost | undefined)[] = elements.map(() => undefined)
  // A loop is found where an element is asked for while it is being counted.
  const under = new Set<number>()
  const costOf = (index: number): Cost => {
    const known = costs[index]
    if (known) return known
    if (under.has(index) || under.size === mostNested) return endless
    under.add(index)
    const cost = sumOf(elements, graph, { index, costOf })
    under.delete(index)
    costs[index] = cost
    return cost
  }
  return costOf(0).drawn <= mostDrawn
}

type Reference = { key: string; id: string }
type Graph = { children: number[][]; references: Reference[][]; byId: Map<string, number> }

/** Undefined when an id stands there twice, or with more references than a drawing needs. */
function graphOf(elements: Element[]): Graph | undefined {
  const children: number[][] = elements.map(() => [])
  const byId = new Map<string, number>()
  const references: Reference[][] = []
  let room = mostReferences
  for (const [index, { attributes, parent }] of elements.entries()) {
    children[parent]?.push(index)
    const id = attributes.get('id')
    if (id && byId.has(id)) return undefined
    if (id) byId.set(id, index)
    const own = [...attributes].flatMap(referencesIn)
    references.push(own)
    room -= own.length
    if (room < 0) return undefined
  }
  return { children, references, byId }
}

function referencesIn([key, value]: [string, string]): Reference[] {
  if (key === 'href' || key === 'xlink:href') return [{ key: 'href', id: idInHref(value) ?? '' }]
  return (idsInUrls(value) ?? []).map((id) => ({ key, id }))
}

type Counting = { index: number; costOf: (index: number) => Cost }

/** What the element, those in it and those it refers to cost. What is inherited counts for each of them. */
function sumOf(elements: Element[], graph: Graph, { index, costOf }: Counting): Cost {
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

/** What `url(#id)` adds: once for a group, for each element in it, or at each point of its paths. Gradients add nothing. */
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

function isModest({ attributes }: Element): boolean {
  return [...attributes].every(([key, value]) => {
    const all = (value.match(numbers) ?? []).map(Number)
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

/** What a drawing refers to in itself. Only plain names count: browsers would decode others, and find what was not counted. */

// A name by itself, so that no two of these patterns can take the same character: they never backtrack far.
const name = '#([\\p{L}\\p{M}\\p{N}_.:-]+)'
const href = new RegExp(`^${name}$`, 'u')
const url = new RegExp(`url ?\\((?: ?["']? ?${name} ?["']? ?\\))?`, 'giu')
const spaces = /[ \t\n\r\f]+/g

/** The id that the value of `href` refers to; undefined for an address of anything else. */
export function idInHref(value: string): string | undefined {
  return href.exec(collapsed(value).replace(/^ /, '').replace(/ $/, ''))?.[1]
}

/** The ids in every `url(#id)` of the value; undefined when one of them is the address of anything else. */
export function idsInUrls(value: string): string[] | undefined {
  const ids = [...collapsed(value).matchAll(url)].map(([, id]) => id)
  return ids.every((id) => id !== undefined) ? ids : undefined
}

/** The value with one space for each run of them, as patterns with several runs in a row take quadratic time. */
export function collapsed(value: string): string {
  return value.replace(spaces, ' ')
}
