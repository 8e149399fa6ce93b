/** Sanitizes custom CSS: parses it strictly, removes and reports what is not allowed, and scopes the rest to the card. */
import type { Atrule, CssNode, List, Rule, StyleSheet } from 'css-tree'
import generate from 'css-tree/generator'
import parse from 'css-tree/parser'
import { tokenize, tokenNames } from 'css-tree/tokenizer'
import {
  declarationError,
  isRootSelector,
  preludeError,
  rewriteRootSelector,
  selectorError,
} from './allow-list.ts'

type CssError = { line: number; sentence: string }

export const maxCssLength = 20_000

export type RemovedCss = { line: number; what: string; why: string }

const rulesMax = 300

// Custom CSS cannot reach the page's own controls: Share, QR code, the sticky Save Contact, Powered by.
const pageControls = '.bc-skip,.bc-bar,.bc-state,.bc-foot,.bc-dock,.bc-note,dialog'
const scope = `@scope (.bc-page) to (${pageControls})`

type SanitizedCss = { css: string; removed: RemovedCss[] }

/**
 * Returns the CSS scoped to the card, with the parts that were removed; or a parse error. Sanitizing the result changes
 * nothing.
 */
export function sanitizeCss(text: string): SanitizedCss | { error: CssError } {
  const sheet = parseCss(text)
  if ('error' in sheet) return sheet
  const removed: RemovedCss[] = []
  const rules = withoutScope(sheet.children)
  filterRules(rules, removed)
  const inside = rules
    .toArray()
    .map((node) => generate(node))
    .join('')
  return { css: inside && `${scope}{${currentNames(inside)}}`.replaceAll('</', '<\\/'), removed }
}

/** Former names of theme properties, which stored CSS may still use, with their current names. */
const formerNames = new Map(
  `
    bg background, surf surface, on on-fill, bgi pattern, head heading-font, body body-font,
    al align, ic icon, hw name-weight, ls name-spacing, ns name-scale, lh name-line-height,
    r radius, rb button-radius, rc icon-radius, rr row-radius, bw border-width,
    rw row-border-width, px row-padding, soc network-chip, bsh button-shadow, fb button-border,
    bls button-spacing, btt button-case, dp dark-logo-plate, lp light-logo-plate,
    pre heading-prefix, hs heading-size, hh heading-weight, hls heading-spacing,
    htt heading-case, hb heading-border, cb cover-border, cr cover-radius,
    anim cover-animation, rise section-animation
  `
    .split(/,\s*/)
    .map((pair) => pair.trim().split(' '))
    .map(([former = '', current = '']) => [former, current]),
)

function currentNames(css: string): string {
  return css.replace(/--c-([a-z]+)(?![\w-])/g, (name, former: string) => {
    const current = formerNames.get(former)
    return current ? `--c-${current}` : name
  })
}

/** Unwraps the `@scope` rule that `sanitizeCss` adds, so that it accepts its own output. */
function withoutScope(children: List<CssNode>): List<CssNode> {
  const only = children.size === 1 ? children.first : null
  if (only?.type !== 'Atrule' || !only.block) return children
  return generate({ ...only, block: null }) === `${scope};` ? only.block.children : children
}

/** Removes nodes that are not allowed from the list, and reports them in `removed`. */
function filterRules(
  list: List<CssNode>,
  removed: RemovedCss[],
  budget = { left: rulesMax },
): void {
  list.forEach((node, item) => {
    const why = nodeError(node, removed, budget)
    if (why === undefined) return
    list.remove(item)
    if (why) removed.push(removedRule(node, why))
  })
}

/** Returns why the whole node must be removed; an empty string if it is just empty, undefined if it is allowed. */
function nodeError(
  node: CssNode,
  removed: RemovedCss[],
  budget: { left: number },
): string | undefined {
  if (node.type === 'Rule') return ruleError(node, removed, budget)
  if (node.type === 'Atrule') return atruleError(node, removed, budget)
  return node.type === 'Comment' || isBlank(node) ? '' : 'Only rules are allowed here.'
}

function ruleError(
  rule: Rule,
  removed: RemovedCss[],
  budget: { left: number },
): string | undefined {
  if (rule.prelude.type !== 'SelectorList') return 'The selector could not be parsed.'
  const selectors = rule.prelude.children
  selectors.forEach((selector, item) => {
    rewriteRootSelector(selector)
    const why = selectorError(selector)
    if (!why) return
    selectors.remove(item)
    removed.push(removedRule(selector, why))
  })
  if (selectors.isEmpty) return ''
  filterDeclarations(rule, removed, selectors.some(isRootSelector))
  if (rule.block.children.isEmpty) return ''
  budget.left -= 1
  return budget.left < 0 ? `Only the first ${rulesMax} rules are kept.` : undefined
}

function filterDeclarations(rule: Rule, removed: RemovedCss[], root = false): void {
  const list = rule.block.children
  list.forEach((node, item) => {
    const why =
      node.type === 'Declaration'
        ? declarationError(node, root)
        : isBlank(node)
          ? ''
          : 'Nested rules are not supported. Write them one after another.'
    if (why === undefined) return
    list.remove(item)
    if (why) removed.push(removedRule(node, why))
  })
}

const groups = new Set(['media', 'supports', 'container'])

function atruleError(
  rule: Atrule,
  removed: RemovedCss[],
  budget: { left: number },
): string | undefined {
  if (rule.name !== 'keyframes' && !groups.has(rule.name))
    return 'Only @media, @supports, @container and @keyframes are allowed.'
  if (!rule.prelude || !rule.block) return 'It is incomplete.'
  const why = preludeError(rule.prelude)
  if (why) return why
  const { children } = rule.block
  if (rule.name === 'keyframes') filterKeyframes(children, removed)
  else filterRules(children, removed, budget)
  return children.isEmpty ? '' : undefined
}

function filterKeyframes(list: List<CssNode>, removed: RemovedCss[]): void {
  list.forEach((node, item) => {
    const step = node.type === 'Rule' && /^(?:(?:from|to|[\d.]+%),?)+$/.test(generate(node.prelude))
    if (step) filterDeclarations(node, removed)
    if (step && !node.block.children.isEmpty) return
    list.remove(item)
    if (!step && !isBlank(node))
      removed.push(removedRule(node, 'A step must be from, to or a percentage.'))
  })
}

function isBlank(node: CssNode): boolean {
  return node.type === 'Raw' && /^[\s;]*$/.test(node.value)
}

const maxShownLength = 80

function removedRule(node: CssNode, why: string): RemovedCss {
  const what = generate(node).replace(/\s+/g, ' ')
  return {
    line: node.loc?.start.line ?? 1,
    what:
      what.length > maxShownLength
        ? `${Array.from(what).slice(0, maxShownLength).join('')}…`
        : what,
    why,
  }
}

function parseCss(text: string): StyleSheet | { error: CssError } {
  if (text.length > maxCssLength)
    return { error: { line: 1, sentence: `Custom CSS must be at most ${maxCssLength} characters` } }
  const error = tokenError(text)
  return error ? { error } : parsed(text)
}

function parsed(text: string): StyleSheet | { error: CssError } {
  let error: CssError | undefined
  const sheet = parse(text, {
    positions: true,
    parseCustomProperty: true,
    onParseError({ line = 1, message }, fallback) {
      // Without a fallback, the parser is only backtracking. An empty declaration, as in `;;`, is valid.
      if (!fallback || (fallback.type === 'Raw' && /^\s*;[\s;]*$/.test(fallback.value))) return
      error ??= { line, sentence: unreadable(line, message) }
    },
  })
  if (error) return { error }
  return isSheet(sheet) ? sheet : { error: { line: 1, sentence: unreadable(1) } }
}

function isSheet(node: CssNode): node is StyleSheet {
  return node.type === 'StyleSheet'
}

const named = new Map([
  ['identifier', 'a name'],
  ['selector', 'a selector'],
  ['colon', 'a colon'],
  ['semicolon', 'a semicolon'],
])

function unreadable(line: number, message = ''): string {
  const missing = /^"?(.+?)"? is expected/.exec(message)?.[1]?.toLowerCase()
  const why = missing ? `${named.get(missing) ?? missing} is expected` : 'it is not valid CSS'
  return sentence(line, why)
}

function sentence(line: number, why: string): string {
  return `Custom CSS has an error on line ${line}: ${why}.`
}

const maxDepth = 16

const closers = new Map([
  ['{', '}'],
  ['(', ')'],
  ['[', ']'],
])

const unreadableTokens = new Set(['bad-string-token', 'bad-url-token', 'CDO-token', 'CDC-token'])

// A second check of brackets, quotes and comments, because the parser does not recover safely from a stray brace.
function tokenError(text: string): CssError | undefined {
  const open: { sign: string; at: number }[] = []
  let error: CssError | undefined
  const say = (at: number, why: string) => {
    if (error) return
    const line = text.slice(0, at).split(/\r\n|[\n\r\f]/).length
    error = { line, sentence: sentence(line, why) }
  }
  tokenize(text, (type, start, end) => {
    const name = tokenNames[type] ?? ''
    const token = text.slice(start, end)
    const last = token.at(-1) ?? ''
    const closer = closers.get(name === 'function-token' ? '(' : token)
    if (unreadableTokens.has(name)) say(start, 'it is not valid CSS')
    else if (name === 'comment-token' && !/^\/\*[\s\S]*\*\/$/.test(token))
      say(start, 'the comment is not closed')
    else if (closer) open.push({ sign: closer, at: start })
    else if (/^[\])}]$/.test(token) && open.pop()?.sign !== last) say(start, `unexpected ${last}`)
    if (open.length > maxDepth) say(start, 'brackets are nested too deeply')
  })
  const [unclosed] = open
  if (unclosed) say(unclosed.at, `the ${unclosed.sign} is missing`)
  return error
}
