import { readFileSync } from 'node:fs'
import { createRequire } from 'node:module'
import type { Plugin } from 'vite'
import * as z from 'zod/mini'

const module = 'virtual:common-passwords'
const most = 10_000
// No password is shorter (decisions: at least 6 characters, whatever the installation asks for).
const shortest = 6

/** The 10,000 most common passwords of 6 characters and more, as the worker's `virtual:common-passwords`; never in the app. */
export function commonPasswords(): Plugin {
  return {
    name: 'common-passwords',
    resolveId(id) {
      if (id !== module) return undefined
      if (this.environment.name === 'client') throw new Error('The list is for the worker alone')
      return `\0${module}`
    },
    load: (id) =>
      id === `\0${module}` ? `export const list = ${JSON.stringify(read().join('\n'))}` : undefined,
  }
}

// The library's own module holds all 49,000, 200 kB of them compressed; these are 40.
function read(): string[] {
  const file = createRequire(import.meta.url).resolve(
    '@zxcvbn-ts/language-common/src/passwords.json',
  )
  const ranked = z.array(z.string()).parse(JSON.parse(readFileSync(file, 'utf8')))
  return ranked.filter((password) => password.length >= shortest).slice(0, most)
}
