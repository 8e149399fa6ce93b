import type { Messages } from '@lingui/core'
import { language } from './language.ts'
import { addMessages } from './t.ts'

/** Written by the build: the version of the message files, and which of them exist in English. */
const meta = globalThis.document?.querySelector<HTMLMetaElement>('meta[name="messages"]')
const english = meta?.dataset.english?.split(' ') ?? []

const loaded = new Map<string, Promise<void>>()

/** Paths on which a first visit begins; the files of their pages have only what the page shows before anything else is loaded. */
const first: Record<string, string> = { '/auth': 'sign-in', '/dashboard': 'dashboard' }

/**
 * Loads a message file: of a page, of the shared and the first pages' modules (`app`), of the schema or of the server.
 * Without it, its messages are in English.
 */
export function loadMessages(file: string): Promise<void> {
  const known = loaded.get(file)
  if (known) return known
  // The next attempt may succeed.
  const loading = load(file).catch(() => void loaded.delete(file))
  loaded.set(file, loading)
  return loading
}

/** Loads what the page of this path shows first, before any module that uses it. */
export function loadFirstMessages(pathname: string): Promise<void> {
  return loadMessages(first[pathname] ?? 'app')
}

/** Loads the messages of a page, then its script, whose modules use them. */
export async function withMessages<Module>(
  page: string,
  load: () => Promise<Module>,
): Promise<Module> {
  const files = Object.values(first).includes(page) ? [page] : ['app', page, 'schema']
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
