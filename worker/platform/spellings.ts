/** Comparing text without case in SQLite, which folds only ASCII letters. */

/** Returns the text in lower case, capitalized and in upper case, each with lower-case ASCII letters. */
export function spellings(text: string): string[] {
  const lower = text.toLowerCase()
  const [first = '', ...rest] = lower
  const typed = [lower, first.toUpperCase() + rest.join(''), text.toUpperCase()]
  return [...new Set(typed.map((each) => each.replace(/[A-Z]/g, (letter) => letter.toLowerCase())))]
}
