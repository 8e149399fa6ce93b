/** The emails to visitors who asked for a copy: no text of theirs, only ours, the name of the card and links. */
import type { ReactNode } from 'react'
import { renderToStaticMarkup } from 'react-dom/server.edge'
import { languageQuery } from '../../card/links.ts'
import { receiptName, receiptWords } from '../../card/receipt-words.ts'
import type { PageWords } from '../../card/words/en.ts'
import { fill } from '../../card/words/fill.ts'
import type { PublicCard } from '../../schema/cards/card.ts'
import { receiptDays, receiptPath } from '../../schema/inbox/form.ts'
import { directionOf } from '../../schema/language.ts'
import type { Bindings } from '../env.ts'
import type { Mail } from '../platform/mail.ts'
import { dayMs } from '../platform/time.ts'
import { quoteName } from '../platform/write-email.ts'

export type CopyContent = {
  to: string
  card: PublicCard
  /** Of the visitor's language. */
  words: PageWords
  origin: string
  /** Of the receipt, and of the link that stops these emails. */
  token: string
  stopToken: string
}

/** The link to what was sent, and to the contact. */
export function copyEmail(
  env: Bindings,
  { card, words, origin, token, ...content }: CopyContent,
): Mail {
  const own = receiptWords(words)
  const values = { name: quoteName(receiptName(card)) }
  const until = new Date(Date.now() + receiptDays * dayMs)
  const date = until.toLocaleDateString(words.language, { dateStyle: 'long', timeZone: 'UTC' })
  return write(env, {
    to: content.to,
    words,
    subject: fill(own.subject, values),
    parts: [
      { text: fill(own.intro, values) },
      {
        link: words.receiptLink,
        href: origin + receiptPath(token),
        text: fill(words.receiptPrivate, { date }),
      },
      {
        link: fill(own.contact, values),
        href: `${origin}/api/vcard/${card.id}${languageQuery(card)}`,
      },
    ],
    stopAt: stopUrl(origin, content.stopToken, words),
  })
}

/** Asks whether the address is that of the person who typed it. Names no card. */
export function confirmationEmail(
  env: Bindings,
  { to, words, origin, token, stopToken }: CopyContent,
): Mail {
  const own = receiptWords(words)
  const href = `${origin}/mail/confirm/${token}?l=${words.language}`
  return write(env, {
    to,
    words,
    subject: own.confirmSubject,
    parts: [{ text: own.confirmText }, { link: own.confirm, href }],
    stopAt: stopUrl(origin, stopToken, words),
  })
}

function stopUrl(origin: string, token: string, { language }: PageWords): string {
  return `${origin}/mail/stop/${token}?l=${language}`
}

type Part = { text?: string; link?: string; href?: string }
type Content = Pick<CopyContent, 'to' | 'words'> & {
  subject: string
  parts: Part[]
  stopAt: string
}

/** RFC 8058: programs that read email stop it with one click, by a POST to the address in the header. */
function write(env: Bindings, { to, words, subject, parts, stopAt }: Content): Mail {
  const own = receiptWords(words)
  const foot = [{ text: own.notYou }, { link: own.stop, href: stopAt }]
  const main = parts.find(({ href }) => href)
  return {
    to,
    subject,
    text: [...[...parts, ...foot].map(plain), `${env.PRODUCT_NAME}\n`].join('\n\n'),
    html: `<!doctype html>${renderToStaticMarkup(
      <Letter words={words} subject={subject}>
        {parts.map((part) => (
          <Paragraph key={part.href ?? part.text} {...part} isMain={part === main} />
        ))}
        <div className="foot">
          {foot.map((part) => (
            <Paragraph key={part.href ?? part.text} {...part} />
          ))}
          <p>{env.PRODUCT_NAME}</p>
        </div>
      </Letter>,
    )}`,
    headers: {
      'List-Unsubscribe': `<${stopAt}>`,
      'List-Unsubscribe-Post': 'List-Unsubscribe=One-Click',
    },
    kind: 'receipt',
  }
}

function plain({ text, link, href }: Part): string {
  return [...(link ? [`${link}:`, href] : []), ...(text ? [text] : [])].join('\n')
}

// Where a program ignores it, plain links are left.
const style = [
  'body{max-width:560px;margin:24px auto;padding:0 16px;font:16px/1.5 system-ui,sans-serif;color:#1c1917}',
  '.main{display:inline-block;margin-bottom:8px;padding:12px 20px;border-radius:8px;background:#1c1917;color:#fff;font-weight:600;text-decoration:none}',
  '.foot{margin-top:32px;padding-top:8px;border-top:1px solid #d6d3d1;font-size:14px;color:#57534e}.foot a{color:inherit}',
].join('')

type LetterProps = { words: PageWords; subject: string; children: ReactNode }

function Letter({ words, subject, children }: LetterProps) {
  return (
    <html lang={words.language} dir={directionOf(words.language)}>
      <head>
        <meta charSet="utf-8" />
        <meta name="viewport" content="width=device-width" />
        <title>{subject}</title>
        <style>{style}</style>
      </head>
      <body>{children}</body>
    </html>
  )
}

function Paragraph({ text, link, href, isMain }: Part & { isMain?: boolean }) {
  return (
    <p>
      {link && (
        <a className={isMain ? 'main' : undefined} href={href}>
          {link}
        </a>
      )}
      {link && text && <br />}
      {text}
    </p>
  )
}
