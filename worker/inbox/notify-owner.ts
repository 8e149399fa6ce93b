/** Telling a card's owner by mail that somebody sent their details. */
import type { PublicCard } from '../../schema/card.ts'
import { answerLabels } from '../../schema/form.ts'
import { entryName } from '../../schema/inbox.ts'
import type { Bindings } from '../env.ts'
import { database } from '../platform/database.ts'
import { quoteName, quoteText } from '../platform/email-text.ts'
import { log } from '../platform/log.ts'
import type { Mail } from '../platform/mail.ts'
import { consumeLimit } from '../platform/rate-limiter.ts'
import { sendNotice } from '../users/email-verification.ts'
import { findNotificationPreferences } from '../users/notification-preferences.ts'
import { findUser } from '../users/store.ts'
import type { Answers } from './form-submission.ts'

const tenMinutes = 600

type News = { card: PublicCard; userId: number; answers: Answers; origin: string }

/** At most one mail a card and 10 minutes, and none to who wants none. Never fails: the entry is stored, and a mail that is not sent is one line in the log. */
export async function notifyOwner(env: Bindings, news: News): Promise<void> {
  await announce(env, news).catch((error: unknown) => {
    log('warn', 'entry mail', { error })
  })
}

async function announce(env: Bindings, { userId, ...news }: News): Promise<void> {
  const db = database(env.DB)
  if (!(await findNotificationPreferences(db, userId)).entries) return
  const limit = { kind: 'entry mail', who: `${news.card.id}`, most: 1, window: tenMinutes }
  if ((await consumeLimit(env, limit)) > 0) return
  const owner = await findUser(db, userId)
  if (owner) await sendNotice(env, owner, entryLetter(env, { to: owner.email, ...news }))
}

function entryLetter(
  env: Bindings,
  { to, card, answers, origin }: Omit<News, 'userId'> & { to: string },
): Mail {
  const labels = answerLabels(card.formConfig)
  const told = Object.entries(answers).map(
    ([key, answer]) => `${quoteName(labels[key] ?? key)}: ${shown(key, answer)}`,
  )
  return {
    to,
    kind: 'entry',
    subject: `"${quoteName(entryName(answers))}" sent you their details`,
    text: [
      `Somebody filled in the form of your card ${origin}/view/${card.slug}:`,
      told.join('\n'),
      `Read it in your inbox: ${origin}/inbox/${card.id}`,
      'What else is sent within the next 10 minutes waits there without a mail.',
      `Turn these mails off in your account: ${origin}/account`,
      `${env.PRODUCT_NAME}\n`,
    ].join('\n\n'),
  }
}

// Only what cannot be anything but an address to write back to stays one.
function shown(key: string, answer: string): string {
  const plain = key === 'email' && /^(?!www\.)[\w.+-]+@[\w-]+(?:\.[\w-]+)+$/i.test(answer)
  return plain ? answer : quoteText(answer)
}
