/** All messages of the app: those in its source, labels of the schema, and responses of the API. */
import { execFileSync } from 'node:child_process'
import { readFileSync } from 'node:fs'
import {
  keyOf,
  type Message,
  messageFolder,
  messagesIn,
  sharedLabels,
} from '../../build/source-messages.ts'
import { contactLabels } from '../../schema/cards/card-fields.ts'
import { reachFieldNames } from '../../schema/cards/reach.ts'
import { capturedFieldLabels, formFieldLabels } from '../../schema/inbox/form.ts'
import { templateFieldNames } from '../../schema/templates/template-rules.ts'
import { stringsIn } from '../strings/list.ts'

const webSources = /^web\/(?!.*(\.test\.|\.d\.ts$|testing\.ts$|\/testing\/)).*\.tsx?$/

/** Labels and validation that reach the app as values. */
const schemaSources =
  /^(schema\/\w|card\/(contact\/check|contact\/device-import|custom-css))(?!.*(\.test\.|tables\.ts))/

/** One-word labels, which the lister does not recognize as sentences. */
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

/** What the patterns leave out: the wait in `worker/http/errors.ts`, and the error of a file of column labels. */
const otherResponses = ['a minute', '{0} minutes', 'No data available to export']

/** Names of limits, purposes of signed tokens, outcomes of a function, lists of scripts and permissions, and rules of the API's documentation. */
const internal =
  /^(uploads a day|forms? (of|with) \w|id of a|everybody up to|handover offer|too many active$|has a card$|sandbox|Latn )|^(the (card )?owner|at or (above|below)|level 5 if|when it grants|a device with|on your own cards|The pass does not|These alerts|proof of work|timestamp desc)/

/** Responses of the API that the app shows. */
const serverSources =
  /^worker\/(?!.*(\.test\.|testing\/|archive\/|analytics-export|setup|receipt|mail-link|passkit|tracking))(?!.*(email|words)(?!-endpoints))((accounts|analytics|boards|cards|http|images|public|share-points|templates|users)\/.*|inbox\/(form|leads|rules).*|operations\/alerts|wallet\/apple-pass-response|[\w/-]*endpoints)\.ts$/

/**
 * Messages by the folder of their translations. Sorted by key, so that code that moves within a folder changes no file;
 * a message of the folder shared by all pages is in no other.
 */
export function extractMessages(): Map<string, Message[]> {
  const files = sourceFiles()
  const from = (pattern: RegExp) => files.filter((file) => pattern.test(file))
  const found = new Map([
    ['web/messages', labels(sharedLabels)],
    ['web/messages/schema', [...labels(wordLabels), ...sentencesIn(from(schemaSources))]],
    ['web/messages/server', [...labels(otherResponses), ...sentencesIn(from(serverSources))]],
  ])
  for (const file of from(webSources)) {
    const messages = messagesIn(file, readFileSync(file, 'utf8'))
    const folder = messageFolder(file)
    found.set(folder, [...(found.get(folder) ?? []), ...messages])
  }
  const shared = new Set(found.get('web/messages')?.map(keyOf))
  return new Map(
    [...found].map(([folder, messages]) => {
      const isOwn = (message: Message) => folder === 'web/messages' || !shared.has(keyOf(message))
      return [folder, sorted(messages.filter(isOwn))]
    }),
  )
}

/** Sorts the messages by key and drops repeated ones. */
function sorted(messages: Message[]): Message[] {
  const byKey = new Map(messages.map((message) => [keyOf(message), message]))
  return [...byKey].sort(([one], [other]) => (one < other ? -1 : 1)).map(([, message]) => message)
}

/** Sentences of the app that are not messages, by `file: sentence`. */
export function untranslatedSentences(): string[] {
  return sourceFiles()
    .filter((file) => webSources.test(file) && !ownWords.test(file))
    .flatMap((file) =>
      stringsIn(file, readFileSync(file, 'utf8'), { onlyUntranslated: true })
        .filter((text) => !untranslatable.test(text))
        .map((text) => `${file}: ${text}`),
    )
}

// Public pages with words of their own in 20 languages, invented people, and scripts of the landing page.
const ownWords =
  /^web\/(public-card|service-worker|map)\/|^web\/landing\/(dialogs|install-guide|main|people|signed-in|theme-chooser)\.ts$/

// Fonts, selectors, media queries, addresses, colors, CSS, examples, and what no person reads.
const untranslatable =
  /sans-serif|^input[,:]|^:not|^\((?:display|hover)|^https:|^#|^API$|^\/api|^\/\*|^(CSV|vCard|work|Digital card|The upload was canceled)$/

function sourceFiles(): string[] {
  const git = ['ls-files', '--cached', '--others', '--exclude-standard', '--deduplicate']
  return execFileSync('git', git, { encoding: 'utf8' }).split('\n').sort()
}

// The lister writes {} for a value; a translation names it by its place.
function sentencesIn(files: string[]): Message[] {
  const texts = files.flatMap((file) =>
    stringsIn(file, readFileSync(file, 'utf8'), { onlyApp: true }),
  )
  return labels(
    texts
      .filter((text) => !internal.test(text))
      .map((text) => {
        let place = 0
        return text.replaceAll('{}', () => `{${place++}}`)
      }),
  )
}

function labels(words: string[]): Message[] {
  return words.map((id) => ({ id }))
}
