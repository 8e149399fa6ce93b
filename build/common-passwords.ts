/** Provides the worker with the most common passwords. */
import { readFileSync } from 'node:fs'
import { createRequire } from 'node:module'
import type { Plugin } from 'vite'
import * as z from 'zod/mini'

const module = 'virtual:common-passwords'
const maxPasswords = 10_000
// The lowest minimum length that an installation can configure.
const minLength = 6

/** Provides the worker with `virtual:common-passwords`: the 10,000 most common passwords of at least 6 characters. */
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

// The library's own module has 49,000 passwords, 200 kB compressed; these are 40 kB.
function read(): string[] {
  const file = createRequire(import.meta.url).resolve(
    '@zxcvbn-ts/language-common/src/passwords.json',
  )
  const ranked = z.array(z.string()).parse(JSON.parse(readFileSync(file, 'utf8')))
  return ranked.filter((password) => password.length >= minLength).slice(0, maxPasswords)
}
