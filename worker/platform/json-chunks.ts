/** Lists for statements: D1 takes at most 2 MB in a value, and a statement keeps all others waiting. */

// Short enough for others in between; a character has up to 3 bytes.
export const charactersPerStatement = 100_000

/** The JSON texts as lists in JSON, each of at most 100,000 characters in total, or of one text. */
export function jsonChunks(texts: string[]): string[] {
  const chunks: string[][] = []
  let size = Number.POSITIVE_INFINITY
  for (const text of texts) {
    size += text.length
    if (size > charactersPerStatement) {
      chunks.push([])
      size = text.length
    }
    chunks.at(-1)?.push(text)
  }
  return chunks.map((chunk) => `[${chunk.join(',')}]`)
}
