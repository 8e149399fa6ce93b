/** Allow list for SVG: only static drawings that render quickly are accepted. Others are rejected, never repaired. */

const maxBytes = 200_000
const maxElements = 5000
const maxDepth = 32

const elements = words(`
  svg g defs symbol use switch title desc path rect circle ellipse line polyline polygon text tspan textPath
  linearGradient radialGradient stop clipPath mask pattern marker filter feBlend feColorMatrix feComponentTransfer
  feComposite feConvolveMatrix feDiffuseLighting feDisplacementMap feDistantLight feDropShadow feFlood feFuncA feFuncB
  feFuncG feFuncR feGaussianBlur feMerge feMergeNode feMorphology feOffset fePointLight feSpecularLighting feSpotLight
  feTile feTurbulence`)

const allowedAttributes = words(`
  id class style lang role x y x1 x2 y1 y2 cx cy r rx ry fx fy fr d points pathLength width height viewBox version
  preserveAspectRatio transform fill fill-opacity fill-rule stroke stroke-width stroke-opacity stroke-linecap
  stroke-linejoin stroke-miterlimit stroke-dasharray stroke-dashoffset color opacity display visibility overflow
  clip-path clip-rule mask mask-type filter marker-start marker-mid marker-end vector-effect paint-order
  shape-rendering text-rendering image-rendering color-interpolation color-interpolation-filters color-rendering
  isolation mix-blend-mode enable-background offset stop-color stop-opacity gradientUnits gradientTransform
  spreadMethod clipPathUnits maskUnits maskContentUnits patternUnits patternContentUnits patternTransform markerUnits
  markerWidth markerHeight refX refY orient filterUnits primitiveUnits font font-family font-size font-style
  font-weight font-variant font-stretch letter-spacing word-spacing text-anchor text-decoration dominant-baseline
  alignment-baseline baseline-shift writing-mode direction unicode-bidi dx dy rotate textLength lengthAdjust
  startOffset href xlink:href in in2 result type values mode operator k1 k2 k3 k4 stdDeviation edgeMode order
  kernelMatrix divisor bias targetX targetY preserveAlpha surfaceScale diffuseConstant specularConstant
  specularExponent azimuth elevation z pointsAtX pointsAtY pointsAtZ limitingConeAngle lighting-color flood-color
  flood-opacity scale xChannelSelector yChannelSelector radius baseFrequency numOctaves seed stitchTiles tableValues
  slope intercept amplitude exponent xml:space xmlns xmlns:xlink aria-label aria-hidden`)

const namespaces = new Map([
  ['xmlns', 'http://www.w3.org/2000/svg'],
  ['xmlns:xlink', 'http://www.w3.org/1999/xlink'],
])

const declaration = /^\ufeff?(?:<\?xml [^?<>]{0,200}\?>)?\s*/
// Sticky patterns, each for a part of a tag: matching starts where the last one ended, so it takes linear time.
const tagStart = /<(\/?)([A-Za-z][\w:-]*)/y
const attribute = /\s+([\w:-]+)\s*=\s*(?:"([^"<]*)"|'([^'<]*)')/y
const tagEnd = /\s*(\/?)>([^<]*)/y
const forbidden = [
  /(?:javascript|data|vbscript|file|ftp|https?):/i,
  /@import|expression ?\(|image-set|-moz-binding/i,
  /\\/,
]
const entity = /&(?!(?:amp|lt|gt|quot|apos);)/
const control = /[\u0000-\u0008\u000b\u000c\u000e-\u001f]/

/** True if the bytes are UTF-8 text of a single `<svg>` that has only allowed elements and attributes. */
export function isPlainSvg(bytes: Uint8Array): boolean {
  if (bytes.length > maxBytes) return false
  const text = decode(bytes)
  if (!text || control.test(text) || entity.test(text)) return false
  return isWellFormedSvg(text.replace(declaration, '').trimEnd())
}

/** True if the whole text consists of allowed tags and the text after them, and all tags are nested and closed. */
function isWellFormedSvg(text: string): boolean {
  const parsed: Element[] = []
  const open: { name: string; at: number }[] = []
  let at = 0
  while (at < text.length) {
    const tag = tagAt(text, at)
    if (!tag || !elements.has(tag.name)) return false
    const { name, attributes, closing, empty, textAfter } = tag
    if (closing && (attributes.size > 0 || empty || open.pop()?.name !== name)) return false
    if (!closing) {
      if (at === 0 ? name !== 'svg' : open.length === 0) return false
      parsed.push({ name, attributes, parent: open.at(-1)?.at ?? -1 })
      if (!empty) open.push({ name, at: parsed.length - 1 })
    }
    if (open.length === 0 && textAfter) return false
    if (open.length > maxDepth || parsed.length > maxElements) return false
    at = tag.end
  }
  return parsed.length > 0 && open.length === 0 && isCheapToRender(parsed)
}

/** Parses the tag at `at` and the text up to the next; undefined if it is invalid or has an attribute not allowed. */
function tagAt(text: string, at: number) {
  const [started, closing, name = ''] = matchAt(tagStart, text, at) ?? []
  if (!started) return undefined
  const attributes = new Map<string, string>()
  let end = at + started.length
  for (let found = matchAt(attribute, text, end); found; found = matchAt(attribute, text, end)) {
    const [matched, key = '', double, single] = found
    const value = double ?? single ?? ''
    // A repeated attribute is invalid XML, and only one of its values would be counted.
    if (attributes.has(key) || !isAllowed(key, value)) return undefined
    attributes.set(key, value)
    end += matched.length
  }
  const [ended, empty, textAfter] = matchAt(tagEnd, text, end) ?? []
  return ended && { name, attributes, closing, empty, textAfter, end: end + ended.length }
}

function matchAt(sticky: RegExp, text: string, at: number): RegExpExecArray | null {
  sticky.lastIndex = at
  return sticky.exec(text)
}

function isAllowed(key: string, value: string): boolean {
  if (!allowedAttributes.has(key)) return false
  const namespace = namespaces.get(key)
  if (namespace) return value === namespace
  if (key === 'href' || key === 'xlink:href') return idInHref(value) !== undefined
  const plain = collapsed(value)
  return idsInUrls(plain) !== undefined && !forbidden.some((pattern) => pattern.test(plain))
}

function words(list: string): Set<string> {
  return new Set(list.trim().split(/\s+/))
}

function decode(bytes: Uint8Array): string | undefined {
  try {
    return new TextDecoder('utf-8', { fatal: true, ignoreBOM: false }).decode(bytes)
  } catch {
    return undefined
  }
}

/** A parsed element. `parent` is the index of its parent, -1 for the root. */
type Element = { name: string; attributes: Map<string, string>; parent: number }

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
function isCheapToRender(elements: Element[]): boolean {
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
function idInHref(value: string): string | undefined {
  return href.exec(collapsed(value).replace(/^ /, '').replace(/ $/, ''))?.[1]
}

/** Returns the ids of every `url(#id)` in the value; undefined if one of them is any other URL. */
function idsInUrls(value: string): string[] | undefined {
  const ids = [...collapsed(value).matchAll(url)].map(([, id]) => id)
  return ids.every((id) => id !== undefined) ? ids : undefined
}

/** Collapses runs of whitespace, because matching several runs in a row takes quadratic time. */
function collapsed(value: string): string {
  return value.replace(spaces, ' ')
}
