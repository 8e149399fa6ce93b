/** What spreadsheets make of text, for whoever writes or reads their files. */

/** What spreadsheets take for the beginning of a formula, also after blanks and quotes, and in full width. */
export const formulaStart = /^[\s"'\u0000]*[=+\-@|%\t\r\n\u0000＝＋－＠]/
