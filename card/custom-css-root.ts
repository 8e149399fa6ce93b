/** The page around the card as a subject of an owner's CSS: `.bc-page`, which in its own scope is called `:scope`. */
import type { CssNode, Selector } from 'css-tree'

/** Writes a leading `.bc-page` as `:scope`; inside of a scope the class itself would never match. */
export function anchored(selector: CssNode): void {
  if (selector.type !== 'Selector') return
  const { first } = selector.children
  selector.children.forEach((node, item) => {
    if (node === first && node.type === 'ClassSelector' && node.name === 'bc-page')
      item.data = { type: 'PseudoClassSelector', name: 'scope', children: null, loc: node.loc }
  })
}

/** Whether the selector means the page itself and nothing inside of it. */
export function onlyRoot(selector: CssNode): boolean {
  return (
    selector.type === 'Selector' &&
    isScope(selector.children.first) &&
    !selector.children.some(({ type }) => type === 'Combinator')
  )
}

/** `:scope` anywhere but at the very beginning, where it could mean the page without saying so. */
export function hidesRoot(selector: Selector, found: CssNode): boolean {
  return isScope(found) && selector.children.first !== found
}

function isScope(node: CssNode | null): boolean {
  return node?.type === 'PseudoClassSelector' && node.name.toLowerCase() === 'scope'
}
