import { expect, test } from 'vitest'
import { decrypt, encrypt } from './encryption.ts'

test('a sealed secret opens for its user under its pepper, and nowhere else', async () => {
  const sealed = await encrypt({ PEPPER: 'pepper' }, 7, 'JBSWY3DPEHPK3PXP')
  expect(sealed).toMatch(/^[0-9a-f]{8}\.[\w-]+$/)
  expect(Buffer.from(sealed.slice(9), 'base64url').toString('latin1')).not.toContain('JBSWY3DP')
  expect(await decrypt({ PEPPER: 'pepper' }, 7, sealed)).toBe('JBSWY3DPEHPK3PXP')
  expect(await encrypt({ PEPPER: 'pepper' }, 7, 'JBSWY3DPEHPK3PXP')).not.toBe(sealed)
  const other = sealed.slice(0, -4) + (sealed.endsWith('AAAA') ? 'BBBB' : 'AAAA')
  await expect(decrypt({ PEPPER: 'pepper' }, 8, sealed)).rejects.toThrow()
  await expect(decrypt({ PEPPER: 'salt' }, 7, sealed)).rejects.toThrow()
  await expect(decrypt({ PEPPER: 'pepper' }, 7, other)).rejects.toThrow()
  await expect(decrypt({ PEPPER: '' }, 7, sealed)).rejects.toThrow('PEPPER is not set')
})
