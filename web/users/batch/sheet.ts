/** The rows of a file with users, its limits, and how its header names the fields. */

import { type BulkField, bulkFields } from '../../../schema/users/bulk-import.ts'
import type { Encoding } from './encoding.ts'

const spellings: Record<BulkField, string[]> = {
  username: ['username', 'user', 'login', 'loginname'],
  fullName: ['fullname', 'name', 'displayname'],
  email: ['email', 'emailaddress', 'mail'],
  accessLevel: ['accesslevel', 'level', 'access', 'role'],
  cardSlug: ['cardslug', 'slug', 'cardurlslug', 'cardurl'],
  password: ['password', 'pass', 'initialpassword'],
}

/** The most users in a file. */
export const maxDataRows = 1000
export const maxDataColumns = 32

/** The header is among this many first rows that are not blank, since titles may stand above it. */
export const headerWithin = 10

/** The most rows that a reader returns: one more than the users, titles and a header may take. */
export const mostRows = maxDataRows + headerWithin + 1

/** Longer texts of cells are cut; every field is shorter. */
export const longestCell = 1000

/** A cell's text; `doubt` says why it may differ from what was meant. */
export type Cell = { text: string; doubt?: string }

/** A row that is not blank, with its number in the file, from 1; `doubt` is about the row as a whole. */
export type SheetRow = { number: number; cells: Cell[]; doubt?: string }

export type Sheet = {
  rows: SheetRow[]
  /** The name of the sheet, if other visible sheets have rows too. */
  only?: string
  /** The most likely encoding, if the file does not state it. */
  suggested?: Encoding
}

/** An unreadable file, with a message for the user. */
export class UnreadableFileError extends Error {}

/** Whether a row has a text or a doubtful cell. */
export function isFilled({ cells }: Pick<SheetRow, 'cells'>): boolean {
  return cells.some(({ text, doubt }) => text.trim() !== '' || doubt !== undefined)
}

/** Returns the letters of a header cell, in lower case. */
export function letters({ text }: Pick<Cell, 'text'>): string {
  return text
    .normalize('NFKC')
    .toLowerCase()
    .replace(/[^a-z]/g, '')
}

/** Returns the field that a header cell names. */
export function fieldOf(cell: Pick<Cell, 'text'>): BulkField | undefined {
  const spelled = letters(cell)
  return bulkFields.find((field) => spellings[field].includes(spelled))
}

export function isHeader({ cells }: Pick<SheetRow, 'cells'>): boolean {
  const fields = fieldsIn(cells)
  return fields.size > 1 && (fields.has('username') || fields.has('email'))
}

/** Returns the fields that the cells name. */
export function fieldsIn(cells: Cell[]): Set<BulkField> {
  return new Set(cells.flatMap((cell) => fieldOf(cell) ?? []))
}
