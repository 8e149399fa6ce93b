/** The allow list for custom CSS: which selectors, conditions, properties and functions a card may have. */
import type { CssNode, Declaration, Selector } from 'css-tree'
import generate from 'css-tree/generator'
import { tokenize, tokenNames } from 'css-tree/tokenizer'
import walk from 'css-tree/walker'

const escapes = 'Backslash escapes are allowed only in quotes.'
const unreadable = 'It could not be parsed.'
const urlsNotAllowed = "URLs are not allowed: CSS can't load anything."

/** Returns why the selector is not allowed; undefined if it is. */
export function selectorError(selector: CssNode): string | undefined {
  if (selector.type !== 'Selector') return unreadable
  const parts = selector.children.toArray().filter(({ type }) => type === 'Combinator')
  if (parts.length > maxCombinators) return 'The selector has too many parts.'
  return firstError(selector, (node) =>
    hasNestedRoot(selector, node)
      ? 'The page selector is allowed only at the start.'
      : selectorNodeError(node),
  )
}

const maxCombinators = 4
const unreachable = new Set(['html', 'body', 'head', 'style', 'script', 'iframe'])
const pseudoDenied = new Set(['root', 'host', 'host-context', 'has', 'target', 'visited'])
const pseudoWithArguments =
  /^(?:is|where|not|lang|dir|nth-child|nth-last-child|nth-of-type|nth-last-of-type)$/
const pseudoElements = new Set(
  'before after first-letter first-line marker selection placeholder'.split(' '),
)
const attributesDenied = new Set('value href src srcset action style nonce'.split(' '))

function selectorNodeError(node: CssNode): string | undefined {
  if (node.type === 'TypeSelector' && isUnreachable(node.name.toLowerCase()))
    return 'Rules can apply only inside the card.'
  if (node.type === 'NestingSelector') return 'The & sign is not supported.'
  if (node.type === 'AttributeSelector' && isPrivate(node.name.name.toLowerCase()))
    return `Selectors can't use the ${node.name.name.toLowerCase()} attribute.`
  if (node.type === 'PseudoClassSelector') return pseudoClassError(node.name.toLowerCase(), node)
  if (node.type === 'PseudoElementSelector' && (node.children || !pseudoElements.has(node.name)))
    return `::${node.name} is not allowed.`
}

// A bar in a name is a namespace, which a card never needs.
function isUnreachable(element: string): boolean {
  return unreachable.has(element) || element.includes('|')
}

function isPrivate(attribute: string): boolean {
  return attributesDenied.has(attribute) || attribute.includes('|')
}

function pseudoClassError(name: string, node: { children: unknown }): string | undefined {
  const known = node.children ? pseudoWithArguments.test(name) : !pseudoDenied.has(name)
  if (!known) return `:${name} is not allowed.`
}

/** Returns why the condition of an at-rule, or the name of its keyframes, is not allowed; undefined if it is. */
export function preludeError(prelude: CssNode): string | undefined {
  return firstError(prelude, (node) => selectorNodeError(node) ?? valueError(node))
}

/**
 * Returns why the declaration is not allowed; undefined if it is. On the page root (`root`), only theme properties are
 * allowed.
 */
export function declarationError(node: Declaration, root: boolean): string | undefined {
  const name = node.property.toLowerCase()
  const custom = name.startsWith('--')
  if (!/^(?:--[^\\]+|-?[a-z][a-z-]*)$/.test(name)) return unreadable
  if (root && !custom) return 'On the page itself, only properties such as --c-accent can be set.'
  if (typeof node.important === 'string') return unreadable
  return propertyError(name.replace(/^-(?:webkit|moz|ms|o)-/, ''), node.value, custom)
}

function propertyError(name: string, value: CssNode, custom: boolean): string | undefined {
  if (denied.has(name)) return `${name} is not allowed.`
  const words = generate(value).toLowerCase()
  const limit = limits.get(name)
  if (limit && !limit.allows(words)) return limit.why
  const quoted = custom || stringsIn.test(name)
  return firstError(value, (node) =>
    node.type === 'String' ? stringError(node.value, quoted) : valueError(node),
  )
}

const denied = new Set(['pointer-events', 'behavior', 'binding', 'app-region', 'user-modify'])
const keywords = 'inherit|initial|unset|revert'
const stringsIn = /^(?:content|quotes|font|font-family|grid|grid-template|grid-template-areas)$/

type Limit = { allows: (value: string) => boolean; why: string }

function matching(pattern: RegExp, why: string): Limit {
  return { allows: (value) => pattern.test(value), why }
}

const tooFast = 'Animations must last at least 0.1s, written as a number.'

// The value of a variable is not known here, so these properties must have literal values.
const limits = new Map<string, Limit>([
  [
    'position',
    matching(
      new RegExp(`^(?:static|relative|absolute|${keywords})$`),
      'Position must be static, relative or absolute.',
    ),
  ],
  [
    'z-index',
    matching(
      new RegExp(`^(?:-\\d{1,4}|0?\\d|10|auto|${keywords})$`),
      'z-index must be a number of at most 10.',
    ),
  ],
  ['animation-duration', { allows: areSlow, why: tooFast }],
  ['animation', { allows: areSlow, why: tooFast }],
])

/** Whether every animation in the list is slow enough. */
function areSlow(value: string): boolean {
  return value.split(/,(?![^(]*\))/).every(isSlow)
}

/** Whether the first duration is zero, or too long to flicker. */
function isSlow(value: string): boolean {
  if (/\b(?:var|calc|min|max|clamp)\(/.test(value)) return false
  const [, amount, unit] = /(?:^|[\s,])([+-]?[\d.]+(?:e[+-]?\d+)?)(m?s)(?![\w-])/.exec(value) ?? []
  const seconds = Number(amount) / (unit === 'ms' ? 1000 : 1)
  return amount === undefined || seconds === 0 || seconds >= 0.1
}

const maxStringLength = 64

function stringError(text: string, quoted: boolean): string | undefined {
  if (!quoted) return 'Quotes are allowed only in content, fonts and grid areas.'
  if (text.length > maxStringLength)
    return `Quoted text can have at most ${maxStringLength} characters.`
  if (/url\s*\(|@import|https?:/i.test(text)) return urlsNotAllowed
}

const functions = new Set(
  `calc min max clamp var rgb rgba hsl hsla hwb lab lch oklab oklch color-mix
  linear-gradient radial-gradient conic-gradient
  repeating-linear-gradient repeating-radial-gradient repeating-conic-gradient
  translate translatex translatey translatez translate3d rotate rotatex rotatey rotatez rotate3d
  scale scalex scaley scalez scale3d skew skewx skewy matrix matrix3d perspective
  blur brightness contrast drop-shadow grayscale hue-rotate invert opacity saturate sepia
  cubic-bezier steps linear repeat minmax fit-content circle ellipse inset polygon style selector`.split(
    /\s+/,
  ),
)

function valueError(node: CssNode): string | undefined {
  if (node.type === 'Url') return urlsNotAllowed
  const called =
    node.type === 'Function'
      ? node.name
      : node.type === 'FeatureFunction'
        ? node.feature
        : undefined
  if (called !== undefined && !functions.has(called.toLowerCase()))
    return `The function ${called}() is not allowed.`
}

/** Returns the first error that `check` finds in the tree, or else the first in its serialized form. */
function firstError(
  tree: CssNode,
  check: (node: CssNode) => string | undefined,
): string | undefined {
  let why: string | undefined
  walk(tree, (node) => {
    why ??= unreadableNodes.has(node.type) ? unreadable : check(node)
  })
  return why ?? tokenError(generate(tree))
}

const unreadableNodes = new Set(['Raw', 'GeneralEnclosed', 'CDO', 'CDC', 'Block', 'UnicodeRange'])
const forbiddenTokens =
  /^(?:at-keyword|bad-string|bad-url|url|CDO|CDC|semicolon|\{|\}|comment)-token$|^[{}]$/

function tokenError(text: string): string | undefined {
  let why: string | undefined
  tokenize(text, (type, start, end) => {
    const name = tokenNames[type] ?? ''
    if (forbiddenTokens.test(name)) why ??= unreadable
    else if (name !== 'string-token' && text.slice(start, end).includes('\\')) why ??= escapes
  })
  return why
}

/** Replaces a leading `.bc-page` by `:scope`, because inside the scope the class itself never matches. */
export function rewriteRootSelector(selector: CssNode): void {
  if (selector.type !== 'Selector') return
  const { first } = selector.children
  selector.children.forEach((node, item) => {
    if (node === first && node.type === 'ClassSelector' && node.name === 'bc-page')
      item.data = { type: 'PseudoClassSelector', name: 'scope', children: null, loc: node.loc }
  })
}

/** Whether the selector matches only the page root. */
export function isRootSelector(selector: CssNode): boolean {
  return (
    selector.type === 'Selector' &&
    isScope(selector.children.first) &&
    !selector.children.some(({ type }) => type === 'Combinator')
  )
}

/** Whether the node is a `:scope` after the start, where it would match the root unnoticed by `isRootSelector`. */
function hasNestedRoot(selector: Selector, found: CssNode): boolean {
  return isScope(found) && selector.children.first !== found
}

function isScope(node: CssNode | null): boolean {
  return node?.type === 'PseudoClassSelector' && node.name.toLowerCase() === 'scope'
}
