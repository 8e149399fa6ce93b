import { readFileSync } from 'node:fs'
import type { Plugin } from 'vite'

const writers = /\/zod\/v4\/core\/(?:json-schema-processors|to-json-schema)\.js$/

/** Leaves out of the app what zod brings along to write JSON Schema, which only the worker does: a tenth of the app's script. */
export function leanZod(): Plugin {
  return {
    name: 'lean-zod',
    apply: 'build',
    load(id) {
      if (this.environment.name !== 'client' || !writers.test(id)) return undefined
      const names = readFileSync(id, 'utf8').matchAll(/^export (?:const|function) (\w+)/gm)
      return [...names].map(([, name]) => `export function ${name}() {}`).join('\n')
    },
  }
}
