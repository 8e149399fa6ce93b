/** Contracts that many inputs share: text, email addresses, phone numbers and ids. */
import * as z from 'zod/mini'

/**
 * Text that is trimmed and has no control characters except line breaks and tabs. Blank text is valid; `missing` is the
 * message for a missing value.
 */
export function trimmedText(max: number, tooLong: string, missing = tooLong) {
  return z
    .string(missing)
    .check(
      z.trim(),
      z.maxLength(max, tooLong),
      z.regex(/^[^\u0000-\u0008\u000b\u000c\u000e-\u001f\u007f]*$/, tooLong),
    )
}

/** A `trimmedText` with a visible character; `missing` is the message for absent, blank and invisible text. */
export function requiredText(max: number, tooLong: string, missing: string) {
  return trimmedText(max, tooLong, missing).check(
    z.minLength(1, missing),
    z.refine((text) => !isBlankText(text), missing),
  )
}

/** Returns the text with its percent-escapes decoded; unchanged if one is malformed. */
export function decodedEscapes(text: string): string {
  try {
    return decodeURIComponent(text)
  } catch {
    return text
  }
}

/** Whether the text has no visible character. */
export function isBlankText(text: string | null | undefined): boolean {
  return !/[^\s\p{Default_Ignorable_Code_Point}]/u.test(text ?? '')
}

/** Refuses texts that are unsafe as keys of an object, because every object has a property of that name. */
export function isOwnKey(message: string) {
  return z.refine<string>((text) => !(text in {}), message)
}

/** Optional text; absent, null and blank text all become null. */
export function optionalText(max: number, message: string) {
  return z.pipe(
    z.nullish(trimmedText(max, message)),
    z.transform((text) => text || null),
  )
}

/** Returns a phone, email or link without the invisible characters that copying from other apps adds, also inside it. */
export function withoutInvisible(text: string): string {
  return text.replace(/[\p{Cf}\p{Default_Ignorable_Code_Point}]/gu, '')
}

/** The same for any text. Joiners and variation selectors stay, because words and emoji need them. */
export function withoutMarks(text: string): string {
  return text.replace(marks, '')
}

// Soft hyphens, zero-width spaces, marks of writing direction, invisible operators and byte-order marks.
const marks = /[\u00ad\u061c\u200b\u200e\u200f\u202a-\u202e\u2060-\u2069\ufeff]/g

/** Returns the text without white space and invisible characters at its ends. */
export function trimInvisible(text: string): string {
  const start = text.search(/[^\s\p{Cf}]/u)
  if (start < 0) return ''
  let end = text.length
  // A pattern would take quadratic time.
  while (/[\s\p{Cf}]/u.test(text.charAt(end - 1))) end -= 1
  return text.slice(start, end)
}

const emailMessage = 'Please enter a valid email'

const notInEmail = '\\s\\p{Cc}\\p{Cf}\\p{Default_Ignorable_Code_Point}@<>"(),:;\\\\[\\]'

/**
 * An address as it may be stored: one at-sign, no white space, at most 254 characters (RFC 5321 4.5.3.1.3). Control and format
 * characters, which could end a header or disguise the address, are removed from its ends and rejected within. For finding
 * and linking stored addresses only; a new address is an `Email`.
 */
export const StoredEmail = z
  .string(emailMessage)
  .check(
    z.overwrite(trimInvisible),
    z.maxLength(254, emailMessage),
    z.regex(new RegExp(`^[^${notInEmail}]+@[^${notInEmail}]+$`, 'u'), emailMessage),
  )

/** A new address. A domain without a dot, as in `tomas@example`, is rejected as a typo. */
export const Email = StoredEmail.check(z.regex(/@[^@.]+(\.[^@.]+)+$/, emailMessage))

/** A new address; null if it is absent or blank. */
export const OptionalEmail = z
  .pipe(
    z.nullish(trimmedText(254, emailMessage)),
    z.transform((text) => (text && trimInvisible(text)) || null),
  )
  .check(z.refine((text) => !text || Email.safeParse(text).success, emailMessage))

/** How many digits make a phone number: emergency numbers have three. */
const minPhoneDigits = 3

/**
 * Whether the text may be a phone number as people write it, with or without a note or extension: at least three digits of any
 * script, and no at-sign.
 */
export function isPhone(text: string): boolean {
  return (text.match(/\p{Nd}/gu) ?? []).length >= minPhoneDigits && !text.includes('@')
}

/** A new phone number; null if it is absent or blank. */
export const Phone = optionalText(40, 'Phone must be at most 40 characters').check(
  z.refine((text) => !text || isPhone(text), 'Enter a phone number, such as +44 20 7946 0000'),
)

/**
 * The address of an account, with its domain in lower-case ASCII (UTS 46), so that each domain has one spelling. A domain
 * with a trailing dot, an empty label or a numeric last label is rejected.
 */
export const AccountEmail = z.pipe(
  StoredEmail,
  z.transform((address, { issues }) => {
    const at = address.indexOf('@')
    const ascii = `${address.slice(0, at)}@${asciiDomain(address.slice(at + 1))}`
    if (ascii.length <= 254 && /@[^.]+(\.[^.]+)*$/.test(ascii) && !/\.\d+$/.test(ascii))
      return ascii
    issues.push({ code: 'custom', message: emailMessage, input: address })
    return z.NEVER
  }),
)

/** The email address of a new account, or a new address for an account. */
export const NewAccountEmail = z.pipe(AccountEmail, Email)

/** Whether the stored address equals the given one, even if it was stored before addresses were normalized. */
export function isSameEmail(stored: string, email: string): boolean {
  return stored === email || AccountEmail.safeParse(stored).data === email
}

// Returns an empty string if a URL parser reads more than a host name.
function asciiDomain(domain: string): string {
  const url = `http://${domain}`
  return !/[/?#%]/.test(domain) && URL.canParse(url) ? new URL(url).hostname : ''
}

/** The client's id of a request, which makes a retry idempotent. */
export const ClientId = z.optional(z.string().check(z.regex(/^[A-Za-z0-9_-]{16,64}$/)))

export const Id = z.int().check(z.positive(), z.maximum(2_147_483_647))

/** An id in a path or query: digits only. */
export const PathId = z.pipe(z.string().check(z.regex(/^[1-9]\d{0,9}$/)), z.transform(Number))

/** Refuses a change whose properties are all undefined. */
export const atLeastOneChange = z.refine(
  (change) => Object.values(change ?? {}).some((value) => value !== undefined),
  'Send at least one change.',
)
