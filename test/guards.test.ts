import { existsSync, readdirSync, readFileSync } from 'node:fs'
import { expect, test } from 'vitest'
import * as z from 'zod/mini'

const Mutant = z.object({
  file: z.string(),
  guard: z.string().check(z.minLength(3)),
  instead: z.string(),
  by: z.string().check(z.regex(/\.test\.tsx?$/)),
})
const lists = readdirSync('trust').filter((name) =>
  /^(?!asvs).*guards\.ts$|^defences\.ts$/.test(name),
)

test.each(lists)('what trust/%s takes away stands once in its file', async (name) => {
  const [list] = Object.values(await import(`../trust/${name.slice(0, -3)}.ts`))
  const mutants = z.array(Mutant).check(z.minLength(1)).parse(list)
  const wrong = mutants.flatMap(({ file, guard, instead, by }) => [
    ...(timesIn(file, guard) === 1 ? [] : [`${file} has not one "${guard}"`]),
    ...(guard === instead ? [`${file}: "${guard}" is left as it is`] : []),
    ...(existsSync(by) ? [] : [`There is no ${by}`]),
  ])
  expect(wrong).toEqual([])
})

function timesIn(file: string, text: string): number {
  return existsSync(file) ? readFileSync(file, 'utf8').split(text).length - 1 : 0
}
