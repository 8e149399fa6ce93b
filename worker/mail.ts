/** Outgoing e-mail: the platform's binding, else an HTTP provider, else one line in the log. */
import type { Bindings } from './env.ts'

export type Mail = { to: string; subject: string; text: string }

const tries = 3
const patience = 10_000

/** Sends the mail, trying three times. Never fails: what cannot be sent is one line in the log, without anything of it. */
export async function sendMail(env: Bindings, mail: Mail): Promise<void> {
  const message = {
    from: oneLine(env.EMAIL_FROM),
    to: oneLine(mail.to),
    subject: oneLine(mail.subject),
    text: mail.text,
  }
  const send = senderOf(env)
  if (!send) return report('No way to send e-mail is configured')
  for (let turn = 1; turn <= tries; turn += 1) {
    if (turn > 1) await new Promise((resolve) => setTimeout(resolve, 250 * turn ** 2))
    const trouble = await send(message).then(
      () => '',
      (error) => String(error),
    )
    if (!trouble) return
    if (turn === tries) report(trouble)
  }
}

type Message = { from: string } & Mail

function senderOf(env: Bindings): ((message: Message) => Promise<unknown>) | undefined {
  const { EMAIL: binding, EMAIL_API_KEY: key, EMAIL_API_URL: url } = env
  if (binding) return (message) => binding.send(message)
  return key && url ? (message) => post(message, url, key) : undefined
}

async function post(message: Message, url: string, key: string): Promise<void> {
  const answer = await fetch(url, {
    method: 'POST',
    headers: { Authorization: `Bearer ${key}`, 'Content-Type': 'application/json' },
    body: JSON.stringify(message),
    signal: AbortSignal.timeout(patience),
  })
  await answer.body?.cancel()
  if (!answer.ok) throw new Error(`The e-mail provider answered ${answer.status}`)
}

// A line break in a header field would begin another header.
function oneLine(text: string): string {
  return text.replace(/[\u0000-\u001f\u007f-\u009f\u2028\u2029]+/g, ' ').trim()
}

// Nobody's name or address: subjects name people, and providers repeat addresses.
function report(trouble: string): void {
  const told = oneLine(trouble).replace(/\S+@\S+/g, '…')
  console.warn(JSON.stringify({ at: 'mail', trouble: told }))
}
