import { expect, test } from 'vitest'
import { decrypt, encrypt } from './secrets.ts'

test('a secret is decrypted only for its user and with its pepper', async () => {
  const encrypted = await encrypt({ PEPPER: 'pepper' }, 7, 'JBSWY3DPEHPK3PXP')
  expect(encrypted).toMatch(/^[0-9a-f]{8}\.[\w-]+$/)
  expect(Buffer.from(encrypted.slice(9), 'base64url').toString('latin1')).not.toContain('JBSWY3DP')
  expect(await decrypt({ PEPPER: 'pepper' }, 7, encrypted)).toBe('JBSWY3DPEHPK3PXP')
  expect(await encrypt({ PEPPER: 'pepper' }, 7, 'JBSWY3DPEHPK3PXP')).not.toBe(encrypted)
  const other = encrypted.slice(0, -4) + (encrypted.endsWith('AAAA') ? 'BBBB' : 'AAAA')
  await expect(decrypt({ PEPPER: 'pepper' }, 8, encrypted)).rejects.toThrow()
  await expect(decrypt({ PEPPER: 'salt' }, 7, encrypted)).rejects.toThrow()
  await expect(decrypt({ PEPPER: 'pepper' }, 7, other)).rejects.toThrow()
  await expect(decrypt({ PEPPER: '' }, 7, encrypted)).rejects.toThrow('PEPPER is not set')
})
