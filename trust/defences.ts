/** Section 2: what keeps hostile text from becoming more than text, each with what is left when it is taken away. */
import type { Mutant } from './mutants.ts'

const csv = 'worker/platform/csv.ts'
const line = 'card/contact/vcard-lines.ts'
const svg = 'worker/media/svg.ts'
const css = 'card/custom-css/allow-list.ts'
const name = 'worker/platform/download.ts'
const link = 'schema/link.ts'
const pages = 'worker/injection.test.ts'
const files = 'worker/injection-files.test.ts'
const uploads = 'worker/media/detect-type.test.ts'
const sheets = 'card/custom-css/custom-css.test.ts'
const addresses = 'schema/link.test.ts'

export const defences: Mutant[] = [
  // Spreadsheets.
  { file: csv, guard: 'escapeFormula(cell)', instead: 'cell', by: files },
  { file: csv, guard: `text.replaceAll('"', '""')`, instead: 'text', by: files },
  // Contact files.
  {
    file: line,
    guard: `.replace(/[\\\\,;]/g, '\\\\$&')`,
    instead: '',
    by: 'card/contact/vcard.test.ts',
  },
  { file: line, guard: `.replaceAll('\\n', '\\\\n')`, instead: '', by: files },
  {
    file: line,
    guard: `.replace(/\\r\\n|[\\r\\u0085\\u2028\\u2029]/g, '\\n')`,
    instead: '',
    by: 'card/contact/vcard-properties.test.ts',
  },
  {
    file: line,
    guard: `.replace(/[\\u0000-\\u0009\\u000b-\\u001f\\u007f-\\u009f\\ufeff]/g, '')`,
    instead: '',
    by: 'card/contact/vcard-properties.test.ts',
  },
  // Names of files, and headers of letters.
  {
    file: name,
    guard: `.replace(/[\\\\/:*?"<>|\\p{Cc}\\p{Cf}\\p{Zl}\\p{Zp}\\ufffd]+/gu, ' ')`,
    instead: '',
    by: files,
  },
  { file: name, guard: `.replace(/[^A-Za-z0-9 ._-]/g, '')`, instead: '', by: files },
  {
    file: 'worker/platform/mail.ts',
    guard: `text.replace(/[\\u0000-\\u001f\\u007f-\\u009f\\u2028\\u2029]+/g, ' ')`,
    instead: 'text',
    by: 'worker/platform/mail.test.ts',
  },
  // Pages.
  {
    file: 'card/parts/Sections.tsx',
    guard: '{text}',
    instead: '<span dangerouslySetInnerHTML={{ __html: text }} />',
    by: pages,
  },
  {
    file: 'card/parts/CardHeader.tsx',
    guard: '{card.name ?? card.company ?? card.slug}',
    instead: "<span dangerouslySetInnerHTML={{ __html: card.name ?? '' }} />",
    by: pages,
  },
  {
    file: 'worker/cards/html-document.tsx',
    guard: '/[<>&\\u2028\\u2029]/g',
    instead: '/[\\u2028\\u2029]/g',
    by: pages,
  },
  // Addresses at save.
  {
    file: link,
    guard: 'z.refine((text) => safeLink(text), refused),',
    instead: '',
    by: pages,
  },
  {
    file: link,
    guard: 'z.refine((text) => safeImage(text), refused),',
    instead: '',
    by: pages,
  },
  {
    file: link,
    guard: '!text || safeLink(text) || !hasScheme',
    instead: 'true || !hasScheme',
    by: pages,
  },
  { file: link, guard: '|| url.username || url.password', instead: '', by: pages },
  { file: link, guard: '!schemes.has(url.protocol)', instead: 'false', by: pages },
  {
    file: link,
    guard: 'schemes.has(scheme.toLowerCase())',
    instead: 'true',
    by: addresses,
  },
  { file: link, guard: '(?:[/?#]|$)', instead: '', by: addresses },
  // The same at render.
  {
    file: 'card/parts/Sections.tsx',
    guard: 'safeLink(button.url)',
    instead: 'button.url',
    by: pages,
  },
  { file: 'card/links.ts', guard: 'safeLink(url)', instead: 'url', by: pages },
  {
    file: 'card/parts/Contact.tsx',
    guard: 'safeLink(website)',
    instead: "website ?? ''",
    by: pages,
  },
  {
    file: 'card/links.ts',
    guard: "!href || url?.protocol !== 'https:'",
    instead: '!href || !url',
    by: 'card/links.test.ts',
  },
  {
    file: 'worker/cards/card-page.tsx',
    guard: 'safeImage(card.faviconUrl)',
    instead: 'card.faviconUrl',
    by: pages,
  },
  {
    file: 'card/contact/vcard.ts',
    guard: "safeLink(text) ?? ''",
    instead: 'text',
    by: 'card/contact/vcard-properties.test.ts',
  },
  // Drawings.
  { file: svg, guard: ' || !elements.has(tag.name)', instead: '', by: uploads },
  { file: svg, guard: 'if (!allowedAttributes.has(key)) return false', instead: '', by: uploads },
  {
    file: svg,
    guard: 'return idInHref(value) !== undefined',
    instead: 'return true',
    by: uploads,
  },
  {
    file: svg,
    guard: '!refused.some((pattern) => pattern.test(plain))',
    instead: 'true',
    by: uploads,
  },
  { file: svg, guard: '|| entity.test(text)', instead: '', by: uploads },
  // CSS of owners.
  { file: css, guard: "if (node.type === 'Url') return noAddress", instead: '', by: sheets },
  {
    file: css,
    guard: 'called !== undefined && !functions.has(called.toLowerCase())',
    instead: 'false',
    by: sheets,
  },
  { file: css, guard: 'isUnreachable(node.name.toLowerCase())', instead: 'false', by: sheets },
  { file: css, guard: 'isPrivate(node.name.name.toLowerCase())', instead: 'false', by: sheets },
  {
    file: css,
    guard: 'if (limit && !limit.allows(words)) return limit.why',
    instead: '',
    by: sheets,
  },
  {
    file: 'card/custom-css/custom-css.ts',
    guard: ".replaceAll('</', '<\\\\/')",
    instead: '',
    by: sheets,
  },
]
