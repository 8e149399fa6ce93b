/**
 * Sanitizes custom CSS: disallowed rules are removed and reported, the rest is scoped to the card.
 */
import type { Atrule, CssNode, List, Rule } from 'css-tree'
import generate from 'css-tree/generator'
import {
  declarationError,
  isRootSelector,
  preludeError,
  rewriteRootSelector,
  selectorError,
} from './allow-list.ts'
import { type CssError, parseCss } from './parse.ts'

export type RemovedCss = { line: number; what: string; why: string }
type SanitizedCss = { css: string; removed: RemovedCss[] }

const rulesMax = 300

// The page's own controls are out of scope: Share, QR code, the sticky Save Contact, Powered by.
const pageControls = '.bc-skip,.bc-bar,.bc-state,.bc-foot,.bc-dock,.bc-note,dialog'
const scope = `@scope (.bc-page) to (${pageControls})`

/** Returns the sanitized CSS, scoped to the card, or a parse error. Idempotent. */
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
  return { css: inside && `${scope}{${inside}}`.replaceAll('</', '<\\/'), removed }
}

// Accepts our own output: unwraps the `@scope` rule that `sanitizeCss` adds.
function withoutScope(children: List<CssNode>): List<CssNode> {
  const only = children.size === 1 ? children.first : null
  if (only?.type !== 'Atrule' || !only.block) return children
  return generate({ ...only, block: null }) === `${scope};` ? only.block.children : children
}

/** Removes disallowed nodes from the list and reports them in `removed`. */
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

/**
 * Returns why the whole node must be removed: a reason, '' when it is only empty, undefined if it
 * is allowed.
 */
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
