/** Lists the sentences that people see: JSX text, text attributes, arguments of toasts and errors, and prose. */
import { execFileSync } from 'node:child_process'
import { readFileSync } from 'node:fs'
import { parseSync } from 'vite'
import * as z from 'zod/mini'
import { type Node, nameOf, nodesIn } from '../../build/source-messages.ts'

// The public page and emails have words in 20 languages; only the English ones are listed.
const sources =
  /^(card|schema|web|worker)\/(?!.*words\/(?!en))(?!.*(\.test\.|\.d\.ts$|testing(\/|\.ts$))).*\.tsx?$/

/** Lists the sentences of every source file, in source order. */
export function listStrings(): string {
  const git = ['ls-files', '--cached', '--others', '--exclude-standard', '--deduplicate']
  const files = execFileSync('git', git, { encoding: 'utf8' }).split('\n')
  return files
    .filter((file) => sources.test(file))
    .sort()
    .map((file) => ({ file, found: stringsIn(file, readFileSync(file, 'utf8')) }))
    .filter(({ found }) => found.length > 0)
    .map(({ file, found }) => [file, ...found.map((text) => `  ${text}`)].join('\n'))
    .join('\n\n')
}

/**
 * Returns the sentences of a file. `onlyUntranslated` leaves out messages in `t('…')`; `onlyApp` leaves out what only the
 * documentation of the API shows.
 */
export function stringsIn(
  file: string,
  source: string,
  { onlyUntranslated = false, onlyApp = false } = {},
): string[] {
  const found = new Set<string>()
  const add: Add = (text, isShown) => {
    const line = text.replace(/\s+/g, ' ').trim()
    if (/\p{L}{2}/u.test(line) && (isShown || isProse(line))) found.add(line)
  }
  for (const node of nodesIn(parseSync(file, source).program))
    visit(node, false, { add, onlyUntranslated, onlyApp })
  return [...found]
}

type Add = (text: string, isShown: boolean) => void
type Listing = { add: Add; onlyUntranslated: boolean; onlyApp: boolean }

/** With `isShown`, every literal counts as a sentence, as in `label="Phone"`. */
function visit(node: Node, isShown: boolean, listing: Listing): void {
  const { add, onlyUntranslated, onlyApp } = listing
  if (isInternal(node) || (onlyUntranslated && isMessage(node))) return
  if (onlyApp && isDocumentation(node)) return
  if (isTrans(node) && !onlyUntranslated) add(idOf(node), true)
  if (node.type === 'Literal' || node.type === 'TemplateLiteral') add(textOf(node), isShown)
  const isJoined = nodesIn(node.children).some(isText)
  if (isJoined) add(nodesIn(node.children).map(textOf).join(''), true)
  const shows = isTransparent.test(node.type) ? isShown : showsLiterals(node)
  for (const [key, value] of Object.entries(node)) {
    const children =
      key === 'children' && isJoined ? nodesIn(value).flatMap(unread) : nodesIn(value)
    if (key !== 'key') for (const child of children) visit(child, shows, listing)
  }
}

function isMessage(node: Node): boolean {
  return node.type === 'CallExpression' && /^(t|tIn)$/.test(nameOf(node))
}

// Errors in the declaration of an endpoint are those that its handler fails with.
function isDocumentation(node: Node): boolean {
  return (
    node.type === 'Property' &&
    /^(summary|rule|example|requiresRecentAuth|errors)$/.test(nameOf(node))
  )
}

function isTrans(node: Node): boolean {
  return node.type === 'JSXOpeningElement' && nameOf(node) === 'Trans'
}

/** The message of a `<Trans id="…" />`. */
function idOf(node: Node): string {
  const id = nodesIn(node.attributes).find((attribute) => nameOf(attribute) === 'id')
  const [value] = nodesIn(id?.value)
  const [inner] = nodesIn(value?.expression)
  return textOf(inner ?? value ?? node)
}

const isTransparent =
  /^(Conditional|Logical|Array|Parenthesized|TSAs|TSSatisfies)Expression$|^JSXExpression|^SpreadElement$/

function isText({ type, value }: Node): boolean {
  return type === 'JSXText' && /\S/.test(`${value}`)
}

/** The text of JSX or a literal, with `{}` for values. */
function textOf(node: Node): string {
  if (node.type === 'Literal') return typeof node.value === 'string' ? node.value : ''
  // JSX drops line breaks with their indentation.
  if (node.type === 'JSXText') return `${node.value}`.replace(/^\s*\n\s*|\s*\n\s*$/g, '')
  if (node.type === 'JSXElement') return nodesIn(node.children).map(textOf).join('')
  if (node.type === 'TemplateLiteral') return nodesIn(node.quasis).map(cooked).join('{}')
  const [inner] = nodesIn(node.expression)
  return inner?.type === 'Literal' ? textOf(inner) : '{}'
}

function cooked({ value }: Node): string {
  return z.object({ cooked: z.string() }).parse(value).cooked
}

/** The parts of a joined child that its text leaves out: attributes and expressions. */
function unread(node: Node): Node[] {
  if (node.type === 'JSXText') return []
  if (node.type !== 'JSXElement') return [node]
  return [...nodesIn(node.openingElement), ...nodesIn(node.children).flatMap(unread)]
}

const shownNames =
  /^(aria-(label|description|valuetext)|alt|title|placeholder|\w*[lL]abel|hint|heading|text|description|detail|summary|advice|message|words|note|subject|caption)$/
const shownCalls = /^(toast|errorToast|fail|showError|requiredText|optionalText|t|tIn)$/

function showsLiterals(node: Node): boolean {
  if (node.type === 'JSXAttribute' || node.type === 'Property') return shownNames.test(nameOf(node))
  return node.type === 'CallExpression' && shownCalls.test(nameOf(node))
}

const internal = {
  ImportDeclaration: /^/,
  TSLiteralType: /^/,
  JSXAttribute:
    /^(className|d|viewBox|sizes|rel|allow|sandbox|transform|media|content|srcSet|autoComplete|type|role|id|href|src)$/,
  TaggedTemplateExpression: /^sql$/,
  NewExpression: /^((?!Request|UnreadableFile)\w*Error|RegExp)$/,
  CallExpression:
    /^(log|log\.\w+|error|warn|info|sql|raw|querySelector\w*|closest|matches|split|words|prepare|exec|path)$/,
}

function isInternal(node: Node): boolean {
  const rule = new Map<string, RegExp>(Object.entries(internal)).get(node.type)
  return rule?.test(nameOf(node)) ?? false
}

// SQL, snake case, CSS, media queries, HTTP headers and requests, colors, and results of two words.
const internalText = [
  /^[(\s]*(select|insert|update|delete|with|exists|case|from|iif|min|max|sum|union|json_|value ->>)\b/,
  /->>|<>|json_each|\bis (not )?null\b|\b(from|where|by) \{\}|[=<>]\s*[?{(]|\?\d| in \(|\w_\w/,
  /[;{]\s*\w+[:-]|^<|\/\*|^[#@.]|=> |^\((min|max|pointer|prefers)/,
  /^(GET|POST|PUT|PATCH|DELETE|HEAD) [/{]|-src |'(none|self|script)'|max-age|no-(store|cache)|charset=|filename=/,
  /^[a-z]+ [a-z]+$/,
]

/** True for several words that are neither internal text nor a list of class names. */
function isProse(line: string): boolean {
  if (!/\p{L}{2,}\P{L}*\s\P{L}*\p{L}/u.test(line)) return false
  if (internalText.some((pattern) => pattern.test(line))) return false
  const words = line.split(' ')
  return !(words.length > 1 && words.every((word) => /^[a-z]+(-\w+)+$|^bc\b|^is-/.test(word)))
}
