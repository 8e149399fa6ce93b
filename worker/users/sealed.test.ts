import { expect, test } from 'vitest'
import { seal, unseal } from './sealed.ts'

test('a sealed secret opens for its user under its pepper, and nowhere else', async () => {
  const sealed = await seal('pepper', 7, 'JBSWY3DPEHPK3PXP')
  expect(sealed).toMatch(/^1\.[\w-]+$/)
  expect(Buffer.from(sealed.slice(2), 'base64url').toString('latin1')).not.toContain('JBSWY3DP')
  expect(await unseal('pepper', 7, sealed)).toBe('JBSWY3DPEHPK3PXP')
  expect(await seal('pepper', 7, 'JBSWY3DPEHPK3PXP')).not.toBe(sealed)
  const other = sealed.slice(0, -4) + (sealed.endsWith('AAAA') ? 'BBBB' : 'AAAA')
  await expect(unseal('pepper', 8, sealed)).rejects.toThrow()
  await expect(unseal('salt', 7, sealed)).rejects.toThrow()
  await expect(unseal('pepper', 7, other)).rejects.toThrow()
  await expect(unseal('', 7, sealed)).rejects.toThrow('PEPPER is not set')
})
