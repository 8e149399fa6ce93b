import { withoutInvisible } from '../../schema/phone-text.ts'

/**
 * Returns the address of an email value as programs write it: `Ida Quay <ida@quay.example>`, `ida@quay.example (Ida)`
 * and `mailto:ida@quay.example?subject=Hi`. Other text is returned without invisible characters.
 */
export function emailAddressIn(value: string): string {
  const text = withoutInvisible(value).trim()
  const [, bracketed = text] = /<\s*([^<>\s]+@[^<>\s]+)\s*>/.exec(text) ?? []
  return bracketed
    .replace(/^mailto:([^?]*).*$/is, '$1')
    .replace(/(@\S+)\s+\([^()]*\)$/, '$1')
    .replace(/[;,]+$/, '')
    .trim()
}
