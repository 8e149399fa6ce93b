/** Passwords that guessing tries first, which nobody may set (ASVS 6.2.4). */
import { list } from 'virtual:common-passwords'

let known: Set<string> | undefined

/** Whether it is one of them, in any case and any form of its letters (NFKC). */
export function isCommon(password: string): boolean {
  known ??= new Set(list.split('\n'))
  return known.has(password.normalize('NFKC').toLowerCase())
}
