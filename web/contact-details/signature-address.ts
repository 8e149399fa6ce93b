/** Finds the postal address in the parts of a signature. */
import type { Part } from './signature-lines.ts'
import { addressLabel, addressNeighbour, isAddress, legalForm } from './signature-words.ts'

/** Returns the first run of address lines, with a building before and a country after it, and the other parts. */
export function takeAddress(parts: Part[]): { address: string; rest: Part[] } | undefined {
  const start = parts.findIndex((part) => isLine(part) && !legalForm.test(part.text))
  if (start < 0) return undefined
  let end = start + 1
  while (isNear(parts[end - 1], parts[end]) && continues(parts[end])) end += 1
  const hasBuilding = isNear(parts[start - 1], parts[start]) && isNeighbour(parts[start - 1])
  const from = hasBuilding ? start - 1 : start
  const lines = parts
    .slice(from, end)
    .map(({ text }) => text.replace(addressLabel, '').replace(office, '').replace(/,$/, ''))
  return { address: lines.join('\n'), rest: parts.toSpliced(from, end - from) }
}

// `Dublin: 8 Merrion Row` starts the address of another office.
const office = /^\p{L}{2,20} ?: ?/u

function continues(part: Part | undefined): boolean {
  return part !== undefined && !office.test(part.text) && (isLine(part) || isNeighbour(part))
}

function isLine({ text }: Part): boolean {
  return isAddress(text) || (addressLabel.test(text) && /\d/.test(text))
}

function isNeighbour(part: Part | undefined): boolean {
  return part !== undefined && addressNeighbour.test(part.text)
}

function isNear(one: Part | undefined, other: Part | undefined): boolean {
  return one !== undefined && other !== undefined && other.line - one.line <= 1
}
