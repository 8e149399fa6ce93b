/** Finds the header of a list of users, in any case, order and spelling. */
import { type BulkField, bulkFields } from '../../../schema/users/bulk-import.ts'
import type { Cell, SheetRow } from './sheet.ts'

const spellings: Record<BulkField, string[]> = {
  username: ['username', 'user', 'login', 'loginname'],
  fullName: ['fullname', 'name', 'displayname'],
  email: ['email', 'emailaddress', 'mail'],
  accessLevel: ['accesslevel', 'level', 'access', 'role'],
  cardSlug: ['cardslug', 'slug', 'cardurlslug', 'cardurl'],
  password: ['password', 'pass', 'initialpassword'],
}

/** The letters of a header cell, in lower case. */
export function letters({ text }: Pick<Cell, 'text'>): string {
  return text
    .normalize('NFKC')
    .toLowerCase()
    .replace(/[^a-z]/g, '')
}

/** The field that a header cell names. */
export function fieldOf(cell: Pick<Cell, 'text'>): BulkField | undefined {
  const spelled = letters(cell)
  return bulkFields.find((field) => spellings[field].includes(spelled))
}

export function isHeader({ cells }: Pick<SheetRow, 'cells'>): boolean {
  const fields = fieldsIn(cells)
  return fields.size > 1 && (fields.has('username') || fields.has('email'))
}

/** The fields that the cells name. */
export function fieldsIn(cells: Cell[]): Set<BulkField> {
  return new Set(cells.flatMap((cell) => fieldOf(cell) ?? []))
}
