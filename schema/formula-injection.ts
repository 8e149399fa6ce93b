/** What spreadsheets make of text, for whoever writes or reads their files. */

/** What spreadsheets take for the beginning of a formula, also after blanks and quotes, and in full width. */
export const formulaPrefix = /^[\s"'\u0000]*[=+\-@|%\t\r\n\u0000＝＋－＠]/

// Blanks, quotes and semicolons before a sign. It begins where they begin, so that long ones are read once.
const beforeSign = /(?<![\s"'\u0000;])[\s"'\u0000;]+(?=[=+\-@|%＝＋－＠])/g

/**
 * The text with an apostrophe in front when a spreadsheet would run it, or a part of it, as a formula. Programs that expect
 * semicolons or tabs between cells also split within quotes, so a formula behind one of these or a line break has an
 * apostrophe of its own.
 */
export function escapeFormula(text: string): string {
  return isFormula(text) ? `'${markWithin(text)}` : text
}

/** The text that was marked; other text as it is. */
export function unescapeFormula(text: string): string {
  const rest = text.slice(1)
  if (!text.startsWith("'") || !isFormula(rest)) return text
  return rest.replace(beforeSign, (blanks) => blanks.replace(/([;\t\r\n])'/g, '$1'))
}

function isFormula(text: string): boolean {
  return formulaPrefix.test(text) || markWithin(text) !== text
}

function markWithin(text: string): string {
  if (!/[;\t\r\n]/.test(text)) return text
  return text.replace(beforeSign, (blanks) => blanks.replace(/[;\t\r\n]/g, "$&'"))
}
