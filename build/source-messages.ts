/** The messages in the source of the app: `t('…')`, `tIn('context', '…')` and `<Trans id="…" />`. */
import { parseSync } from 'vite'
import { levelNames } from '../schema/access.ts'
import { themeNames } from '../schema/cards/theme.ts'

export type Node = { type: string; [key: string]: unknown }

export type Message = { id: string; context?: string | null }

/** Messages that every route may show: labels of the schema, which reach the app as values. */
export const sharedLabels = [...Object.values(levelNames), ...Object.values(themeNames)]

// Pages with messages of their own: `withMessages` in `web/routes.tsx` names the last folder.
const pageFolder =
  /^web\/(accounts\/sign-in|analytics\/definitions|cards\/(dashboard|home|editor|first-steps|pocket)|(accounts|analytics|boards|capture|guide|inbox|landing|operations|pwa|share-points|templates|users)(?=\/))/

/** Features that are parts of one page. */
const parts: Record<string, string> = {
  'web/images/': 'web/cards/editor',
  'web/wallet/': 'web/share-points',
}

/** Returns the messages folder of a source file: its page's, or the shared one for `data.ts`, which other pages call. */
export function messageFolder(file: string): string {
  const page = pageFolder.exec(file)?.[0] ?? parts[/^web\/[\w-]+\//.exec(file)?.[0] ?? '']
  return page && !/data\.ts$|\/data\//.test(file) ? `${page}/messages` : 'web/messages'
}

/** The key of a message in a catalog, as in gettext. */
export function keyOf({ id, context }: Message): string {
  return context ? `${context}\u0004${id}` : id
}

/** The messages of a source file in their order; throws if one is not a plain string. */
export function messagesIn(file: string, source: string): Message[] {
  const messages: Message[] = []
  const visit = (node: Node) => {
    const message = messageAt(node)
    if (message) messages.push(message)
    for (const value of Object.values(node)) for (const child of nodesIn(value)) visit(child)
  }
  for (const node of nodesIn(parseSync(file, source).program)) visit(node)
  return messages
}

function messageAt(node: Node): Message | undefined {
  if (node.type === 'JSXOpeningElement' && nameOf(node) === 'Trans') {
    const id = nodesIn(node.attributes).find((attribute) => nameOf(attribute) === 'id')
    return id && { id: requireText(nodesIn(id.value)[0]) }
  }
  if (node.type !== 'CallExpression') return undefined
  const [first, second] = nodesIn(node.arguments)
  const name = nameOf(node)
  if (name === 't') return { id: requireText(first) }
  return name === 'tIn' ? { context: requireText(first), id: requireText(second) } : undefined
}

function requireText(node: Node | undefined): string {
  if (node?.type === 'JSXExpressionContainer') return requireText(nodesIn(node.expression)[0])
  if (node?.type === 'Literal' && typeof node.value === 'string') return node.value
  throw new Error(`A message is not a plain string: ${JSON.stringify(node)}`)
}

/** Returns the syntax nodes in a value of a node: the value itself, or the elements of a list. */
export function nodesIn(value: unknown): Node[] {
  if (Array.isArray(value)) return value.flatMap(nodesIn)
  return isNode(value) ? [value] : []
}

// Without zod, which would copy every node.
function isNode(value: unknown): value is Node {
  return (
    typeof value === 'object' && value !== null && 'type' in value && typeof value.type === 'string'
  )
}

/** The name of an attribute or property, or of what is called. */
export function nameOf(node: Node): string {
  if (typeof node.name === 'string') return node.name
  const [inner] = nodesIn([node.name, node.key, node.callee, node.tag, node.property])
  return inner ? nameOf(inner) : `${node.value ?? ''}`
}
