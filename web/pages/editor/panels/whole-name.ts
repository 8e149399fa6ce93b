import type { NameParts } from '../../../../schema/card.ts'

/** The parts of a name in one line; with the family first where both are written in scripts that do so. */
export function wholeName({ prefix, given, additional, family, suffix }: NameParts): string {
  const eastAsian = /^[\p{Script=Han}\p{Script=Hiragana}\p{Script=Katakana}\p{Script=Hangul}]+$/u
  const familyFirst = given && family && eastAsian.test(given) && eastAsian.test(family)
  const words = familyFirst ? [family, given] : [prefix, given, additional, family]
  return [words.filter(Boolean).join(' '), suffix].filter(Boolean).join(', ')
}
