/** `trust/access.csv`: what each route answers to whom, written by hand and apart from the policy. Only tests import this. */
import * as z from 'zod/mini'
import text from '../../trust/access.csv?raw'

/**
 * Whose the thing is that a call aims at: nobody's in particular, the caller's own, or that of a user one level below, at
 * the same level, or one level above.
 */
const relations = ['', 'own', 'lower', 'peer', 'higher'] as const
export type Whose = (typeof relations)[number]

/** `ok`: the call gets past every check of who is asking. `-`: there is no such user. */
const Answer = z.enum(['ok', '401', '403', '404', '409', '-'])
const Line = z.tuple([
  z.enum(['GET', 'POST', 'PUT', 'PATCH', 'DELETE']),
  z.string().check(z.startsWith('/')),
  z.string(),
  z.enum(relations),
  Answer,
  Answer,
  Answer,
  Answer,
  Answer,
  Answer,
  z.string().check(z.minLength(3)),
])

/** `answers` by the level of the caller; 0 is nobody signed in. `kind` is the case of the call, such as a query it has. */
export type AccessRow = {
  key: string
  kind: string
  whose: Whose
  answers: z.infer<typeof Answer>[]
}

const [, ...lines] = text.trim().split('\n')

export const accessRows: AccessRow[] = lines.map((line) => {
  const [method, path, kind, whose, ...cells] = Line.parse(line.split(','))
  return { key: `${method} ${path}`, kind, whose, answers: cells.slice(0, -1).map(answerOf) }
})

function answerOf(cell: string) {
  return Answer.parse(cell)
}

/** Who the rows of a route let in at least, in the words of the policy. */
export function lowestLevel(key: string): number | 'anyone' | undefined {
  const lets = accessRows
    .filter((row) => row.key === key)
    .map(({ answers }) => answers.indexOf('ok'))
  const lowest = Math.min(...lets.filter((level) => level >= 0))
  return lowest === 0 ? 'anyone' : lowest
}
