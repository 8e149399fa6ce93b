/**
 * A stand-in for Power Query: Microsoft's own parser reads the query, and the functions that the recipes call do what
 * https://learn.microsoft.com/powerquery-m/ says of them. Only tests import this.
 */
import { Language, DefaultSettings as settings, TaskUtils } from '@microsoft/powerquery-parser'
import { callFunction, constants, PowerTable } from './power-query-functions.ts'

const { NodeKind } = Language.Ast
type Node = Language.Ast.TNode

/** Evaluates a query to its table; what Power Query does not know, or we do not, fails. */
export async function evaluateQuery(text: string): Promise<PowerTable> {
  const task = await TaskUtils.tryLexParse(settings, text)
  if (!TaskUtils.isParseStageOk(task)) throw new Error('Power Query cannot parse the query')
  const result = await evaluate(task.ast, new Map())
  if (!(result instanceof PowerTable)) throw new Error('The query is not a table')
  return result
}

type Scope = Map<string, unknown>

async function evaluate(node: Node, scope: Scope): Promise<unknown> {
  switch (node.kind) {
    case NodeKind.LetExpression: {
      const inner = new Map(scope)
      for (const { node: pair } of node.variableList.elements)
        inner.set(pair.key.literal, await evaluate(pair.value, inner))
      return evaluate(node.expression, inner)
    }
    case NodeKind.RecursivePrimaryExpression:
      return call(node, scope)
    case NodeKind.IdentifierExpression:
      return named(node.identifier.literal, scope)
    case NodeKind.LiteralExpression:
      return literal(node.literalKind, node.literal)
    case NodeKind.ListExpression:
      return Promise.all(node.content.elements.map((each) => evaluate(each.node, scope)))
    case NodeKind.RecordExpression: {
      const record: Record<string, unknown> = {}
      for (const { node: field } of node.content.elements)
        record[field.key.literal] = await evaluate(field.value, scope)
      return record
    }
    case NodeKind.TypePrimaryType:
      return evaluate(node.paired, scope)
    case NodeKind.PrimitiveType:
      return `type ${node.primitiveTypeKind}`
    default:
      throw new Error(`The stand-in for Power Query does not know ${node.kind}`)
  }
}

async function call(node: Language.Ast.RecursivePrimaryExpression, scope: Scope): Promise<unknown> {
  const [invoked, ...more] = node.recursiveExpressions.elements
  const isPlainCall =
    node.head.kind === NodeKind.IdentifierExpression &&
    invoked?.kind === NodeKind.InvokeExpression &&
    more.length === 0
  if (!isPlainCall) throw new Error('The stand-in for Power Query only knows plain calls')
  const values = await Promise.all(
    invoked.content.elements.map((each) => evaluate(each.node, scope)),
  )
  return callFunction(node.head.identifier.literal, values)
}

function named(name: string, scope: Scope): unknown {
  if (scope.has(name)) return scope.get(name)
  if (constants.has(name)) return constants.get(name)
  throw new Error(`The name '${name}' wasn't recognized.`)
}

function literal(kind: string, text: string): unknown {
  if (kind === 'Text') return text.slice(1, -1).replaceAll('""', '"')
  if (kind === 'Numeric') return Number(text)
  if (kind === 'Logical') return text === 'true'
  throw new Error(`The stand-in for Power Query does not know ${kind}`)
}
