/** Escapes text in CSV cells, so that no spreadsheet runs it as a formula. */

/** Matches text that spreadsheets take for a formula, also after blanks and quotes, and in full-width characters. */
export const formulaPrefix = /^[\s"'\u0000]*[=+\-@|%\t\r\n\u0000＝＋－＠]/

// Blanks, quotes and semicolons before a formula sign. The lookbehind keeps long runs linear.
const beforeSign = /(?<![\s"'\u0000;])[\s"'\u0000;]+(?=[=+\-@|%＝＋－＠])/g

/**
 * Returns the text with an apostrophe before it if a spreadsheet would evaluate it or a part of it. Programs that expect
 * semicolons or tabs between cells split even inside quotes, so a formula after one of these, or after a line break, gets
 * an apostrophe as well.
 */
export function escapeFormula(text: string): string {
  return isFormula(text) ? `'${escapeInner(text)}` : text
}

/** Reverses `escapeFormula`; returns other text unchanged. */
export function unescapeFormula(text: string): string {
  const rest = text.slice(1)
  if (!text.startsWith("'") || !isFormula(rest)) return text
  return rest.replace(beforeSign, (blanks) => blanks.replace(/([;\t\r\n])'/g, '$1'))
}

function isFormula(text: string): boolean {
  return formulaPrefix.test(text) || escapeInner(text) !== text
}

function escapeInner(text: string): string {
  if (!/[;\t\r\n]/.test(text)) return text
  return text.replace(beforeSign, (blanks) => blanks.replace(/[;\t\r\n]/g, "$&'"))
}
