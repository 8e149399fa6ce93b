import type { Messages } from '@lingui/core'
import { language } from './language.ts'
import { addMessages } from './t.ts'

/** Written by the build: the version of the message files, and the names of those that exist in English. */
const meta = globalThis.document?.querySelector<HTMLMetaElement>('meta[name="messages"]')
const english = meta?.dataset.english?.split(' ') ?? []

const loaded = new Map<string, Promise<void>>()

/** The message files of the paths on which a first visit begins. They have only what the page shows at first. */
const firstFiles: Record<string, string> = { '/auth': 'sign-in', '/dashboard': 'dashboard' }

/**
 * Loads a message file: a page's, the schema's, the server's, or `app`, which has the messages of shared modules and of
 * the pages on which a first visit begins. If it cannot be loaded, its messages are in English.
 */
export function loadMessages(file: string): Promise<void> {
  const known = loaded.get(file)
  if (known) return known
  // The next attempt may succeed.
  const loading = load(file).catch(() => void loaded.delete(file))
  loaded.set(file, loading)
  return loading
}

/** Loads the messages that the page at this path shows first; call before importing modules that use them. */
export function loadFirstMessages(pathname: string): Promise<void> {
  return loadMessages(firstFiles[pathname] ?? 'app')
}

/** Loads the messages of a page, then its script, whose modules use them. */
export async function withMessages<Module>(
  page: string,
  load: () => Promise<Module>,
): Promise<Module> {
  const files = Object.values(firstFiles).includes(page) ? [page] : ['app', page, 'schema']
  await Promise.all(files.map(loadMessages))
  return load()
}

async function load(file: string): Promise<void> {
  if (language === 'en' && !english.includes(file)) return
  const response = await fetch(`/assets/${language}-${file}-${meta?.content}.json`)
  if (!response.ok) throw new Error(`${response.status}: ${file}`)
  const messages: Messages = await response.json()
  addMessages(messages)
}
