/** Section 1: every route, every actor, every variant; and each guard taken away in turn. */
import { guards } from './guards.ts'
import { limitGuards } from './limit-guards.ts'
import { noticed } from './mutants.ts'
import { pictureGuards } from './picture-guards.ts'
import type { Proof } from './proof.ts'
import { provenBy } from './proven.ts'
import { teamGuards } from './team-guards.ts'

const matrix = [
  'worker/policy/access.test.ts',
  'worker/middleware/cross-site.test.ts',
  'worker/fuzz.test.ts',
]

export async function prove(): Promise<Proof[]> {
  const [answers, mutants, ofPictures, ofTeams] = await Promise.all([
    provenBy('worker', 'other answers', matrix),
    noticed('guards of the rules and of the middleware taken away, and noticed', guards),
    noticed('limits of what a picture may cost taken away, and noticed', pictureGuards),
    noticed('limits taken away, and noticed', limitGuards),
    noticed('guards of what teams share taken away, and noticed', teamGuards),
  ])
  return [...answers, mutants, ofPictures, ofTeams]
}
