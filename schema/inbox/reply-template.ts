/** Reply templates: texts with placeholders with which owners answer a submission, and the `mailto:` links that open them. */
import * as z from 'zod/mini'
import { requiredText } from '../text.ts'

export const maxReplyTemplates = 10
/** Some mail programs cut off longer links. */
const maxLinkLength = 2000

/** The placeholders of a text, without their braces. */
export const placeholders = [
  'first name',
  'name',
  'company',
  'my name',
  'card link',
  'met at',
  'date',
] as const
export type PlaceholderValues = Record<(typeof placeholders)[number], string>

const placeholderMessage = 'A text has a placeholder that does not exist. Use only those listed.'
const hasKnownPlaceholders = z.refine<string>(
  (text) => unknownPlaceholders(text).length === 0,
  placeholderMessage,
)

const nameMessage = 'A name must be at most 60 characters'
const subjectMessage = 'A subject must be at most 150 characters'
const bodyMessage = 'A text must be at most 3,000 characters'

const ReplyTemplate = z.strictObject({
  name: requiredText(60, nameMessage, 'Enter a name'),
  subject: requiredText(150, subjectMessage, 'Enter a subject').check(hasKnownPlaceholders),
  body: requiredText(3000, bodyMessage, 'Enter a text').check(hasKnownPlaceholders),
})
export type ReplyTemplate = z.infer<typeof ReplyTemplate>

export const ReplyTemplateList = z
  .array(ReplyTemplate)
  .check(
    z.maxLength(maxReplyTemplates, `A card can have at most ${maxReplyTemplates} reply templates`),
  )
  .register(z.globalRegistry, { id: 'ReplyTemplateList' })

export const ReplyTemplates = z.strictObject({ templates: ReplyTemplateList })
export type ReplyTemplates = z.infer<typeof ReplyTemplates>

/** Returns the placeholders in the text that do not exist, without braces. */
export function unknownPlaceholders(text: string): string[] {
  const known = new Set<string>(placeholders)
  return [...text.matchAll(/\{([^{}]*)\}/g)].flatMap(([, name = '']) =>
    known.has(name) ? [] : name,
  )
}

/** Returns the text with its placeholders replaced. An empty value also removes the space before it. */
export function fillPlaceholders(text: string, values: PlaceholderValues): string {
  return text.replace(/( ?)\{([^{}]*)\}/g, (whole, space, name) => {
    const known = placeholders.find((one) => one === name)
    if (!known) return whole
    return values[known] === '' ? '' : space + values[known]
  })
}

type Mail = { to: string; subject: string; body: string }

/**
 * Returns a `mailto:` link (RFC 6068) with one recipient; undefined if it would have 2,000 characters or more. `to` is a
 * `mailto:` URL without headers.
 */
export function replyLink({ to, subject, body }: Mail): string | undefined {
  const lines = printable(body).replace(/\r\n|\r|\n/g, '\r\n')
  const headers = [
    ['subject', printable(subject).replace(/\s+/g, ' ')],
    ['body', lines],
  ] as const
  const query = headers.flatMap(([name, text]) =>
    text === '' ? [] : `${name}=${encodeURIComponent(text)}`,
  )
  const link = query.length > 0 ? `${to}?${query.join('&')}` : to
  return link.length < maxLinkLength ? link : undefined
}

function printable(text: string): string {
  return text.toWellFormed().replace(/[\u0000-\u0008\u000b\u000c\u000e-\u001f\u007f]/g, '')
}
