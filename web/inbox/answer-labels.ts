/** The names of the answers of a submission. */
import { answerLabels } from '../../schema/inbox/form.ts'
import type { Submission } from '../../schema/inbox/inbox.ts'
import { translated } from '../messages/t.ts'

/** Returns the names that the owner gave to the answers, and the others in the language of the app. */
export function namesOfAnswers(entries: Pick<Submission, 'labels'>[]): Record<string, string> {
  const standard = Object.entries(answerLabels({ fields: [] }))
  const own = entries.map(({ labels }) => labels)
  return Object.assign(
    Object.fromEntries(standard.map(([key, name]) => [key, translated(name)])),
    ...own,
  )
}
