import { telHref } from '../../card/contact/phone.ts'
import { displayUrl, mailHref } from '../../card/links.ts'
import type { Card } from '../../schema/cards/card.ts'
import { contactPhoto } from '../../schema/images/image.ts'

/** The longest that Gmail stores. */
export const maxSignatureLength = 10_000

type SignatureCard = Pick<
  Card,
  'name' | 'slug' | 'title' | 'company' | 'phone' | 'email' | 'profilePicture'
>

/**
 * An email signature: a table with inline styles, which Gmail, Outlook and Apple Mail keep. Text has no color of its
 * own, so that it is readable in dark mode, too. `link` is what it counts by.
 */
export function signatureHtml(
  card: SignatureCard,
  { link, origin, hasPhoto }: { link: string; origin: string; hasPhoto: boolean },
): string {
  const photo = hasPhoto ? photoOf(card, origin) : undefined
  const name = card.name ?? card.slug
  const href = escapeHtml(link)
  const cell = photo
    ? `<td valign="top" width="88" style="padding:0 16px 0 0"><a href="${href}"><img src="${escapeHtml(photo)}" width="72" height="72" alt="${escapeHtml(name)}" style="display:block;border:0;border-radius:36px"></a></td>`
    : ''
  return `<table cellpadding="0" cellspacing="0" border="0" role="presentation" style="border-collapse:collapse;font-family:Arial,Helvetica,sans-serif;font-size:14px;line-height:20px"><tr>${cell}<td valign="top" style="padding:0 0 0 14px;border-left:3px solid ${linkColor}">${linesOf(card, link).join('<br>')}</td></tr></table>`
}

/** The same as text, for programs that do not accept HTML. */
export function signatureText(card: SignatureCard, link: string): string {
  const { name, slug, title, company, phone, email } = card
  return [name ?? slug, title, company, phone, email, link].filter(Boolean).join('\n')
}

// At least 3.5 to 1 on white and on the dark grounds of mail programs.
const linkColor = '#1a73e8'

function linesOf(card: SignatureCard, link: string): string[] {
  const { name, slug, title, company, phone, email } = card
  const role = [title, company].filter((part) => part !== null && part !== name)
  return [
    `<strong style="font-size:16px">${escapeHtml(name ?? slug)}</strong>`,
    ...(role.length > 0 ? [escapeHtml(role.join(', '))] : []),
    ...(phone ? [linked(phone, telHref(phone))] : []),
    ...(email ? [linked(email, mailHref(email))] : []),
    linked(displayUrl(link), link),
  ]
}

function linked(text: string, href: string | undefined): string {
  if (!href) return escapeHtml(text)
  return `<a href="${escapeHtml(href)}" style="color:${linkColor};text-decoration:none">${escapeHtml(text)}</a>`
}

/** Outlook for Windows does not show WebP. */
function photoOf({ profilePicture }: SignatureCard, origin: string): string | undefined {
  const jpeg = profilePicture && contactPhoto(profilePicture)
  return jpeg ? origin + jpeg : undefined
}

function escapeHtml(text: string): string {
  return text.replace(/[&<>"']/g, (character) => `&#${character.charCodeAt(0)};`)
}
