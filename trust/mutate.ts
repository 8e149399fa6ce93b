/** Tests on code with one part of it taken away. */

import type { Plugin } from 'vite'
import * as z from 'zod/mini'

const Mutant = z.object({ file: z.string(), guard: z.string(), instead: z.string() })

/** Takes away what the mutant names, a JSON text; fails when the code does not have it once. */
export function mutate(text: string): Plugin {
  const { file, guard, instead } = Mutant.parse(JSON.parse(text))
  return {
    name: 'mutant',
    enforce: 'pre',
    transform(code, id) {
      if (!id.split('?')[0]?.endsWith(`/${file}`)) return undefined
      if (code.split(guard).length !== 2)
        throw new Error(`${file} does not have exactly one "${guard}"`)
      return code.replace(guard, () => instead)
    },
  }
}
