import { readFileSync } from 'node:fs'
import type { Plugin } from 'vite'
import { rounded } from './card/rounded.ts'

const here = (path: string) => new URL(`node_modules/${path}`, import.meta.url).pathname

/** Methods of every zod contract that nothing in the app calls; whoever does is told so by the build. */
const methods =
  'url|jwt|emoji|guid|uuid|uuidv4|uuidv6|uuidv7|nanoid|cuid|cuid2|ulid|base64|base64url|xid|ksuid|ipv4|ipv6|cidrv4|cidrv6|e164|duration|and|readonly|exactOptional|exactPartial|required|nonoptional|superRefine|overwrite|validateAsync|encode|decode|encodeAsync|decodeAsync|safeEncode|safeDecode|safeEncodeAsync|safeDecodeAsync|slugify|multipleOf|step|safeExtend|merge|lowercase|uppercase|properties|validate'
const aMethod = new RegExp(
  `^ {4}(?:async )?(?:${methods})(?:\\(.*\\) \\{|: (?:async )?function .*\\{)\\n[^]*?^ {4}\\},\\n`,
  'gm',
)
const called = new RegExp(`(?<!(?:En|De)coder\\(.*\\))\\.(?:${methods})\\(`)

const nothing = () => ''

/** Edits of what libraries ship: what a bundler cannot see to be unused, a seventh of the app's script. */
const edits: Record<string, [wanted: RegExp, instead: (found: string) => string][]> = {
  [here('zod/v4/classic/schemas.js')]: [
    [aMethod, nothing],
    // Compiling a contract is what the CSP forbids, and what arrives as JSON has no cycles.
    [/core\.\$ZodObjectJIT/, () => 'core.$ZodObject'],
    [/core\.config\(\{ memoizer: [^;]*/, nothing],
  ],
  [here('zod/v4/classic/errors.js')]: [
    [/^ +_lazyMethod\(.*core\.\w+\(self, mapper\)\);$/gm, nothing],
  ],
  // As card/NetworkIcon.tsx would round them.
  [here('@fortawesome/free-brands-svg-icons/index.mjs')]: [[/"M[^"]*"/g, rounded]],
  [here('react-router/dist/production/chunk-7RTFRKQW.mjs')]: [
    [/(?<=^var \w+ = )(?=React\d*\.(?:forwardRef|createContext)\()/gm, () => '/* @__PURE__ */ '],
    [/^\w+\.displayName = .*;$/gm, nothing],
  ],
}

/** Modules whose every function only a worker calls: zod writes JSON Schema with them. */
const writers = /\/zod\/v4\/core\/(?:json-schema-processors|to-json-schema)\.js$/

const instead: Record<string, string> = {
  // Its package names only the build that checks and warns.
  'react-router': here('react-router/dist/production/index.mjs'),
  // What React has had since 18.
  'use-sync-external-store/shim': here('react/index.js'),
}

/** Leaves out of the app what its libraries bring along for others. */
export function lean(): Plugin {
  return {
    name: 'lean',
    apply: 'build',
    enforce: 'pre',
    applyToEnvironment: ({ name }) => name === 'client',
    resolveId: (id) => instead[id],
    load(id) {
      if (writers.test(id)) return emptied(readFileSync(id, 'utf8'))
      return edits[id]?.reduce(
        (code, [wanted, put]) => {
          if (code.search(wanted) < 0) this.error(`${id} has changed: ${wanted} is not in it`)
          return code.replace(wanted, put)
        },
        readFileSync(id, 'utf8'),
      )
    },
    transform(code, id) {
      const ofOurs = !id.includes('/node_modules/') && code.includes(`from 'zod'`)
      if (!ofOurs && !id.includes('/@hookform/resolvers/')) return
      const [call] = called.exec(code) ?? []
      if (call) this.error(`lean.ts leaves ${call}) out of zod, and ${id} calls it`)
    },
  }
}

function emptied(code: string): string {
  const names = code.matchAll(/^export (?:const|function) (\w+)/gm)
  return [...names].map(([, name]) => `export function ${name}() {}`).join('\n')
}
