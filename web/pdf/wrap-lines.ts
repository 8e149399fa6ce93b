/** Relative to the font size. */
export const lineHeight = 1.35

/** Wraps text of any script into lines of at most this width, in the unit of `measure`. */
export function wrapLines(
  text: string,
  width: number,
  measure: (part: string) => number,
): string[] {
  const lines: string[] = []
  let line = ''
  for (const word of words(text, (part) => measure(part) > width)) {
    const longer = line + word
    if (line && measure(longer.trimEnd()) > width) {
      lines.push(line.trimEnd())
      line = word.trimStart()
    } else line = longer
  }
  return line.trim() || lines.length === 0 ? [...lines, line.trimEnd()] : lines
}

/** Yields the pieces between possible line breaks; a word too wide for any line is split. */
function* words(text: string, isTooWide: (word: string) => boolean): Generator<string> {
  for (const { segment } of new Intl.Segmenter(undefined, { granularity: 'word' }).segment(text)) {
    if (!isTooWide(segment)) yield segment
    else for (const part of new Intl.Segmenter(undefined).segment(segment)) yield part.segment
  }
}
