/** Allow list for SVG: only static drawings that render quickly are accepted. Others are rejected, never repaired. */

import { collapsed, type Element, idInHref, idsInUrls, isCheapToRender } from './svg-cost.ts'

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
