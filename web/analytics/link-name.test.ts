import { expect, test } from 'vitest'
import { linkName } from './link-name.ts'

const card = {
  customButtons: [{ text: 'Book a visit', url: 'https://example.com', backgroundColor: '#d9bd90' }],
}

test.each([
  ['custom:button-0', 'Book a visit'],
  ['custom:button-7', 'Button 8'],
  ['phone:primary', 'Phone'],
  ['social:linkedin', 'LinkedIn'],
  ['social:my:net', 'My:net'],
])('%s is %s', (key, name) => expect(linkName(key, card)).toBe(name))
