/** Parses custom CSS strictly: returns a tree or the first error; nothing is repaired. */
import type { CssNode, StyleSheet } from 'css-tree'
import parse from 'css-tree/parser'
import { tokenize, tokenNames } from 'css-tree/tokenizer'

export type CssError = { line: number; sentence: string }

export const maxCssLength = 20_000
const maxDepth = 16

export function parseCss(text: string): StyleSheet | { error: CssError } {
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
      // Without a fallback the parser is only backtracking; an empty declaration, as in `;;`, is
      // valid.
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

function unreadable(line: number, message = ''): string {
  const missing = /^"?(.+?)"? is expected/.exec(message)?.[1]?.toLowerCase()
  const why = missing ? `${named.get(missing) ?? missing} is expected` : 'it is not valid CSS'
  return sentence(line, why)
}

function sentence(line: number, why: string): string {
  return `Custom CSS has an error on line ${line}: ${why}.`
}

const named = new Map([
  ['identifier', 'a name'],
  ['selector', 'a selector'],
  ['colon', 'a colon'],
  ['semicolon', 'a semicolon'],
])

const closers = new Map([
  ['{', '}'],
  ['(', ')'],
  ['[', ']'],
])

// A second check of brackets, quotes and comments alone: the parser's recovery from a stray brace
// is not safe.
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

const unreadableTokens = new Set(['bad-string-token', 'bad-url-token', 'CDO-token', 'CDC-token'])
