/** Finds the messages of the app in its source: `t('…')`, `tIn('context', '…')` and `<Trans id="…" />`. */
import { execFileSync } from 'node:child_process'
import { readFileSync } from 'node:fs'
import { parseSync } from 'vite'
import { levelNames } from '../../schema/access.ts'
import { contactLabels } from '../../schema/card-fields.ts'
import { capturedFieldLabels, formFieldLabels } from '../../schema/form.ts'
import { reachFieldNames } from '../../schema/reach.ts'
import { templateFieldNames } from '../../schema/template-rules.ts'
import { themeNames } from '../../schema/theme.ts'
import { type Node, nameOf, nodesIn, stringsIn } from '../strings/list.ts'

export type Message = { id: string; context?: string; files: string[] }

const webSources = /^web\/(?!.*(\.test\.|\.d\.ts$|testing\.ts$)).*\.tsx?$/

/** Labels and validation that reach the app as values. */
const schemaSources =
  /^(schema\/\w|card\/(contact\/check|contact\/device-import|custom-css))(?!.*(\.test\.|tables\.ts))/

/** Labels of one word, which the lister does not take for a sentence. */
const wordLabels = [
  'Link',
  'Somebody',
  ...['photo', 'logo', 'phones', 'emails'],
  ...Object.values(formFieldLabels),
  ...Object.values(capturedFieldLabels),
  ...Object.values(templateFieldNames),
  ...Object.values(reachFieldNames),
  ...contactLabels.map((label) => label.charAt(0).toUpperCase() + label.slice(1)),
]

/** How long until the next attempt: `worker/errors.ts`. */
const waits = ['a minute', '{0} minutes']

/** Names of limits, purposes of signed tokens, outcomes of a function, and lists of scripts and permissions. */
const internal =
  /^(uploads a day|forms? (of|with) \w|id of a|everybody up to|handover offer|too many active$|has a card$|sandbox|Latn )/

/** Responses of the API. */
const serverSources =
  /^worker\/(auth|cards|inbox\/(form|leads)|media|middleware|occasions|ops\/alerts|reports|routes|share-points|templates|users|body|errors)(?!.*(\.test\.|testing\/|export-figures|app-shell|jobs\/|email)).*\.ts$/

/** Messages by the folder of their translations, each sorted by file and place. */
export function extractMessages(): Map<string, Message[]> {
  const files = sourceFiles()
  const found = new Map<string, Message[]>([
    [
      'web/messages',
      labels('schema', [...Object.values(levelNames), ...Object.values(themeNames)]),
    ],
    [
      'web/messages/schema',
      sentencesIn(
        files.filter((file) => schemaSources.test(file)),
        labels('schema', wordLabels),
      ),
    ],
    [
      'web/messages/server',
      sentencesIn(
        files.filter((file) => serverSources.test(file)),
        labels('server', waits),
      ),
    ],
  ])
  for (const file of files.filter((one) => webSources.test(one))) {
    const folder = folderOf(file)
    const messages = found.get(folder) ?? []
    found.set(folder, messages)
    for (const message of messagesIn(file, readFileSync(file, 'utf8'))) addTo(messages, message)
  }
  const shared = found.get('web/messages') ?? []
  for (const [folder, messages] of found)
    if (folder !== 'web/messages') found.set(folder, without(messages, shared, folder))
  return found
}

function messagesIn(file: string, source: string): Message[] {
  const messages: Message[] = []
  const visit = (node: Node) => {
    const message = messageAt(node)
    if (message) messages.push({ ...message, files: [file] })
    for (const value of Object.values(node)) for (const child of nodesIn(value)) visit(child)
  }
  for (const node of nodesIn(parseSync(file, source).program)) visit(node)
  return messages
}

/** Sentences of the app that are not messages, by `file: sentence`. */
export function untranslatedSentences(): string[] {
  return sourceFiles()
    .filter((file) => webSources.test(file) && !ownWords.test(file))
    .flatMap((file) =>
      stringsIn(file, readFileSync(file, 'utf8'), true)
        .filter((text) => !untranslatable.test(text))
        .map((text) => `${file}: ${text}`),
    )
}

// Public pages with words of their own in 20 languages, invented people, and scripts of the landing page.
const ownWords = /^web\/(public-card|service-worker|map|landing)\/|\/landing\/people\.ts$/

// Fonts, selectors, media queries, addresses, colors, CSS, examples, and what no person reads.
const untranslatable =
  /sans-serif|^input[,:]|^\(display|^https:|^#|^API$|^\/api|^\/\*|^(work|Digital card|The upload was canceled)$/

function sourceFiles(): string[] {
  const git = ['ls-files', '--cached', '--others', '--exclude-standard', '--deduplicate']
  return execFileSync('git', git, { encoding: 'utf8' }).split('\n').sort()
}

/** The folder of the translations of a source file: its feature's, else the one shared by all. */
function folderOf(file: string): string {
  const feature = /^web\/pages\/\w+\//.exec(file)?.[0]
  return feature ? `${feature}messages` : 'web/messages'
}

// The lister writes {} for a value; a translation names it by its place.
function sentencesIn(files: string[], messages: Message[] = []): Message[] {
  for (const file of files)
    for (const text of stringsIn(file, readFileSync(file, 'utf8'))) {
      if (internal.test(text)) continue
      let place = 0
      const id = text.replaceAll('{}', () => `{${place++}}`)
      addTo(messages, { id, files: [file] })
    }
  return messages
}

function labels(file: string, words: string[]): Message[] {
  return [...new Set(words)].map((id) => ({ id, files: [file] }))
}

function addTo(messages: Message[], { id, context, files }: Message): void {
  const same = messages.find((one) => one.id === id && one.context === context)
  if (!same) messages.push({ id, context, files })
  else same.files = [...new Set([...same.files, ...files])]
}

/** Leaves out messages that are shared. The files of a page are noted there: the build selects messages of pages by file. */
function without(messages: Message[], shared: Message[], folder: string): Message[] {
  const known = new Map(shared.map((message) => [keyOf(message), message]))
  return messages.filter((message) => {
    const same = known.get(keyOf(message))
    if (same && folder.startsWith('web/pages/')) addTo(shared, message)
    return !same
  })
}

function keyOf({ id, context }: Message): string {
  return `${context}\u0004${id}`
}

function messageAt(node: Node): Pick<Message, 'id' | 'context'> | undefined {
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
