/** Notifies a card's owner of form submissions by email. */
import type { PublicCard } from '../../schema/cards/card.ts'
import { answerLabels } from '../../schema/inbox/form.ts'
import { submitterName } from '../../schema/inbox/inbox.ts'
import type { User } from '../../schema/users/user.ts'
import { sendNotice } from '../accounts/email-verification.ts'
import { findNotificationPreferences } from '../accounts/notification-preferences.ts'
import type { Bindings } from '../env.ts'
import { database } from '../platform/database.ts'
import { log } from '../platform/log.ts'
import type { Mail } from '../platform/mail.ts'
import { consumeLimit } from '../platform/rate-limiter.ts'
import { emailWords, quoteName, quoteText, writeEmail } from '../platform/write-email.ts'
import { findUser } from '../users/queries.ts'
import type { Answers } from './form-submission.ts'

const windowSeconds = 600

type NotifiedSubmission = { card: PublicCard; userId: number; answers: Answers; origin: string }

/**
 * Sends at most one email per card in 10 minutes, and none if the owner opted out. Never throws: the submission is
 * stored, and an email that fails is logged.
 */
export async function notifyOwner(env: Bindings, submission: NotifiedSubmission): Promise<void> {
  await announce(env, submission).catch((error: unknown) => {
    log('warn', 'entry mail', { error })
  })
}

async function announce(
  env: Bindings,
  { userId, ...submission }: NotifiedSubmission,
): Promise<void> {
  const db = database(env.DB)
  if (!(await findNotificationPreferences(db, userId)).entries) return
  const limit = {
    kind: 'entry mail',
    subject: `${submission.card.id}`,
    max: 1,
    window: windowSeconds,
  }
  if ((await consumeLimit(env, limit)) > 0) return
  const owner = await findUser(db, userId)
  if (owner) await sendNotice(env, owner, submissionEmail(env, owner, submission))
}

function submissionEmail(
  env: Bindings,
  { email, mailLanguage: language }: User,
  { card, answers, origin }: Omit<NotifiedSubmission, 'userId'>,
): Mail {
  const { submission, somebody, fields } = emailWords(language)
  const labels = answerLabels(card.formConfig, fields)
  const lines = Object.entries(answers).map(
    ([key, answer]) => `${quoteName(labels[key] ?? key)}: ${formatAnswer(key, answer)}`,
  )
  const values = {
    name: quoteName(submitterName(answers, somebody)),
    card: `${origin}/view/${card.slug}`,
    answers: lines.join('\n'),
    inbox: `${origin}/inbox/${card.id}`,
    account: `${origin}/account`,
  }
  return { ...writeEmail(env, email, { ...submission, values }), kind: 'entry' }
}

// Only an unambiguous email address stays a link.
function formatAnswer(key: string, answer: string): string {
  const plain = key === 'email' && /^(?!www\.)[\w.+-]+@[\w-]+(?:\.[\w-]+)+$/i.test(answer)
  return plain ? answer : quoteText(answer)
}
