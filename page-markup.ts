import { type ESTree, type Plugin, parseSync } from 'vite'
import {
  attribute,
  attributes,
  draw,
  escaped,
  leads,
  link,
  Markup,
  markup,
  names,
} from './worker/cards/markup.ts'

const file = new URL('worker/cards/markup.ts', import.meta.url).pathname
const imports = `;import * as $page from ${JSON.stringify(file)}`

/**
 * Writes the JSX of the worker's pages as text when it is built: of an element, only what differs from page to page is left
 * to be done when a page is made. The app draws the same files with React.
 */
export function pageMarkup(): Plugin {
  return {
    name: 'page-markup',
    enforce: 'pre',
    applyToEnvironment: ({ name }) => name !== 'client',
    transform: {
      filter: { id: /\.tsx$/ },
      // The source map of before holds: every line stays where it is.
      handler: (code) => ({ code: withoutJsx(code) + imports, map: null }),
    },
  }
}

/** The same TypeScript with calls in place of its JSX, line by line. */
export function withoutJsx(code: string): string {
  const { program, errors } = parseSync('page.tsx', code)
  if (errors[0]) throw new Error(errors[0].message)
  return new Writer(code).source(program)
}

type Jsx = ESTree.JSXElement | ESTree.JSXFragment
/** A piece of a page: text, or an expression that makes it. */
type Part = { text: string } | { code: string }

class Writer {
  readonly #code: string

  constructor(code: string) {
    this.#code = code
  }

  /** The source of a node, with all JSX in it written. */
  source(node: ESTree.Node): string {
    let text = ''
    let at = node.start
    for (const jsx of outermost(node)) {
      const before = this.#raw(jsx)
      const after = this.#value(jsx)
      text += this.#code.slice(at, jsx.start) + after + '\n'.repeat(lines(before) - lines(after))
      at = jsx.end
    }
    return text + this.#code.slice(at, node.end)
  }

  #raw({ start, end }: ESTree.Span): string {
    return this.#code.slice(start, end)
  }

  /** An expression for what the JSX draws. */
  #value(jsx: Jsx): string {
    return isComponent(jsx) ? this.#call(jsx) : newMarkup(this.#parts(jsx))
  }

  #call({ openingElement, children }: ESTree.JSXElement): string {
    const props = withoutKey(openingElement).map((prop) =>
      prop.type === 'JSXSpreadAttribute'
        ? `...${this.source(prop.argument)}`
        : `${JSON.stringify(nameOf(prop))}:${this.#prop(prop.value)}`,
    )
    const inside = children.filter(isDrawn)
    if (inside.length > 0) props.push(`children:${this.#children(inside)}`)
    return call(draw, this.#raw(openingElement.name), `{${props.join()}}`)
  }

  #prop(value: ESTree.JSXAttributeValue | null): string {
    if (!value) return 'true'
    if (value.type === 'Literal') return JSON.stringify(plain(value.value))
    return value.type === 'JSXExpressionContainer'
      ? this.source(value.expression)
      : this.#value(value)
  }

  #children(children: ESTree.JSXChild[]): string {
    const [only, ...more] = children
    if (only?.type === 'JSXExpressionContainer' && more.length === 0)
      return this.source(only.expression)
    return newMarkup(children.flatMap((child) => this.#child(child)))
  }

  #parts(jsx: Jsx): Part[] {
    const inside = jsx.children.filter(isDrawn).flatMap((child) => this.#child(child))
    if (jsx.type === 'JSXFragment') return inside
    const tag = this.#raw(jsx.openingElement.name)
    const attributes = withoutKey(jsx.openingElement).map((one) => this.#attribute(one))
    const start = [{ text: `<${tag}` }, ...attributes]
    if (voids.has(tag)) return [...start, { text: '/>' }]
    return [...start, { text: '>' }, ...inside, { text: `</${tag}>` }]
  }

  #child(child: ESTree.JSXChild): Part[] {
    if (child.type === 'JSXText') return [{ text: wordsOf(child) }]
    if (child.type === 'JSXSpreadChild') throw new Error('Children cannot be spread')
    if (child.type !== 'JSXExpressionContainer')
      return isComponent(child) ? [{ code: call(markup, this.#call(child)) }] : this.#parts(child)
    const { expression } = child
    return isText(expression)
      ? [{ text: escaped(expression.value) }]
      : [{ code: call(markup, this.source(expression)) }]
  }

  #attribute(one: ESTree.JSXAttributeItem): Part {
    if (one.type === 'JSXSpreadAttribute')
      return { code: call(attributes, this.source(one.argument)) }
    const name = nameOf(one)
    const write = leads.has(name) ? link : attribute
    const own = names[name] ?? name
    const { value } = one
    if (!value) return { text: write(own, true) }
    if (value.type === 'Literal') return { text: write(own, plain(value.value)) }
    if (value.type !== 'JSXExpressionContainer') throw new Error(`${name} cannot be an element`)
    const { expression } = value
    if (expression.type === 'Literal') return { text: write(own, expression.value) }
    return { code: call(write, JSON.stringify(own), this.source(expression)) }
  }
}

const voids = new Set(['br', 'hr', 'img', 'input', 'link', 'meta', 'source', 'wbr'])

function outermost(node: ESTree.Node): Jsx[] {
  if (node.type === 'JSXElement' || node.type === 'JSXFragment') return [node]
  return Object.values(node)
    .flat()
    .filter(isNode)
    .flatMap(outermost)
    .sort((one, other) => one.start - other.start)
}

function isNode(value: unknown): value is ESTree.Node {
  return typeof value === 'object' && value !== null && 'type' in value && 'start' in value
}

function isComponent(jsx: Jsx): jsx is ESTree.JSXElement {
  if (jsx.type === 'JSXFragment') return false
  const { name } = jsx.openingElement
  return name.type !== 'JSXIdentifier' || !/^[a-z]/.test(name.name)
}

function nameOf({ name }: ESTree.JSXAttribute): string {
  if (name.type !== 'JSXIdentifier') throw new Error('An attribute cannot have a namespace')
  return name.name
}

// React's own; no page has it.
function withoutKey({ attributes }: ESTree.JSXOpeningElement) {
  return attributes.filter((one) => one.type === 'JSXSpreadAttribute' || nameOf(one) !== 'key')
}

function isText(expression: ESTree.JSXExpression): expression is ESTree.StringLiteral {
  return expression.type === 'Literal' && typeof expression.value === 'string'
}

function isDrawn(child: ESTree.JSXChild): boolean {
  if (child.type === 'JSXText') return wordsOf(child) !== ''
  return !(
    child.type === 'JSXExpressionContainer' && child.expression.type === 'JSXEmptyExpression'
  )
}

/** As HTML, without what only lays out the source, as React reads it. Entities stay: HTML has the same. */
function wordsOf({ raw }: ESTree.JSXText): string {
  const all = (raw ?? '').split('\n')
  return all
    .map((line, at) => (at > 0 ? line.trimStart() : line))
    .map((line, at) => (at < all.length - 1 ? line.trimEnd() : line))
    .filter((line) => line !== '')
    .join(' ')
    .replace(/["']/g, escaped)
}

function plain(text: string): string {
  if (/&#?\w+;/.test(text)) throw new Error(`An entity in an attribute is not known: ${text}`)
  return text
}

function call(what: { name: string }, ...given: string[]): string {
  return `$page.${what.name}(${given.join()})`
}

function newMarkup(parts: Part[]): string {
  const merged: Part[] = []
  for (const part of parts) {
    const last = merged.at(-1)
    if (last && 'text' in last && 'text' in part) last.text += part.text
    else merged.push({ ...part })
  }
  const written = merged.map((part) => ('text' in part ? JSON.stringify(part.text) : part.code))
  return `new ${call(Markup, written.join('+') || '""')}`
}

function lines(text: string): number {
  return text.split('\n').length
}
