/** Nodes of the syntax tree of a source file. */

export type Node = { type: string; [key: string]: unknown }

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
