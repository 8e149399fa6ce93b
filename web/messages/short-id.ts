/**
 * Returns the id of a message in the message files of a build: 30 bits of its FNV-1a hash, so that these files need not
 * contain the English text. A message with numbered placeholders is its own id, because sentences are matched with it.
 */
export function shortId(key: string): string {
  if (/\{\d\}/.test(key)) return key
  let hash = 0x811c9dc5
  for (let at = 0; at < key.length; at++) hash = Math.imul(hash ^ key.charCodeAt(at), 0x01000193)
  return (hash >>> 2).toString(36)
}
