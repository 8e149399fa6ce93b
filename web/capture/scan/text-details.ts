import { readSignature } from '../../contact-details/signature.ts'
import { detailsOf, type FoundDetails } from './found-details.ts'

const maxLines = 60

/** What the recognized text of a paper card says; undefined if it has no contact details. */
export function readCardText(recognized: string): FoundDetails | undefined {
  const lines = recognized.split('\n').map(corrected).filter(isText).slice(0, maxLines)
  const contact = readSignature(lines.join('\n'))
  return contact && withPlainEmail(detailsOf(contact))
}

/** Corrects an email: the domain is in lower case, and in `mori11@…` the digit 1 was perhaps read as l or I. */
function withPlainEmail({ answers, lines }: FoundDetails): FoundDetails {
  if (!answers.email) return { answers, lines }
  const [local = '', domain = ''] = answers.email.split('@')
  const [, word = '', end = ''] = /^(\p{L}{3,30}?)([lI1\d]{1,4})$/u.exec(local) ?? []
  const names = [answers.name, ...lines].flatMap((text) => plainText(text ?? '').split(/[^a-z]+/))
  const isCounted =
    end !== '' && names.includes(plainText(word)) && !names.includes(plainText(local))
  const plain = isCounted ? word + end.replace(/[lI]/g, '1') : local
  return { answers: { ...answers, email: `${plain}@${domain.toLowerCase()}` }, lines }
}

function plainText(text: string): string {
  return text
    .normalize('NFD')
    .replace(/[^\p{L}\s]/gu, '')
    .toLowerCase()
}

/** Whether the line has two letters or digits in a row; other lines are decoration. */
function isText(line: string): boolean {
  return /[\p{L}\p{N}]{2}/u.test(line)
}

/** Corrects frequent errors of text recognition in email addresses and URLs. */
function corrected(line: string): string {
  return (
    line
      .replace(/[|¦]/g, ' ')
      // @ read as © or ®.
      .replace(/(?<=[\w.-]{2}) ?[©®] ?(?=[\w-]{1,63} ?\. ?[a-z]{2})/gi, '@')
      .replace(/(?<=[\w.+-]) ?@ ?(?=[\w-])/g, '@')
      .replace(/(@[\w-]{1,63}(?:\.[\w-]{1,63}){0,4}) ?\. ?(?=[a-z]{2,24}\b)/gi, '$1.')
      // A dot that was not read.
      .replace(/(@[\w-]{1,63}) (?=[a-z]{2,12}$)/, '$1.')
      .replace(/(@[\w-]{1,63}\.(?:co|com|ac|or|ne|org)) (?=[a-z]{2}$)/i, '$1.')
      .replace(/\bwww ?\. ?/gi, 'www.')
      .replace(/https? ?: ?\/ ?\/ ?/gi, (start) => start.replaceAll(' ', ''))
      .replace(/ {2,}/g, ' ')
      .trim()
  )
}
