import nodeCrypto from 'node:crypto'
import fc from 'fast-check'
import { afterEach, expect, test, vi } from 'vitest'
import { hashAtFullCost } from '../testing/fast-hashing.ts'
import {
  dummyHash,
  hashPassword,
  hashPasswordForBulk,
  needsRehash,
  verifyPassword,
} from './passwords.ts'

afterEach(() => {
  vi.restoreAllMocks()
})

hashAtFullCost()

const pepper = 'a pepper for tests only'
const keys = { PEPPER: pepper }

test('a hash verifies its own password, and no other password or pepper', async () => {
  const stored = await hashPassword('correct horse', pepper)
  expect(stored).toMatch(
    /^\$scrypt\$ln=14,r=8,p=5,k=[0-9a-f]{8}\$[A-Za-z0-9+/]{22}\$[A-Za-z0-9+/]{43}$/,
  )
  expect(await verifyPassword('correct horse', stored, keys)).toBe(true)
  expect(await verifyPassword('correct Horse', stored, keys)).toBe(false)
  expect(await verifyPassword('correct horse', stored, { PEPPER: 'another pepper' })).toBe(false)
})

test('a hash has the cost that it states', async () => {
  const password = nodeCrypto.createHmac('sha256', pepper).update('correct horse').digest()
  const [salt = '', hash] = (await hashPassword('correct horse', pepper)).split('$').slice(-2)
  const cost = { N: 2 ** 14, r: 8, p: 5 }
  const expected = nodeCrypto.scryptSync(password, Buffer.from(salt, 'base64'), 32, cost)
  expect(`${hash}=`).toBe(expected.toString('base64'))
  const [bulkSalt = '', bulk] = (await hashPasswordForBulk('correct horse', pepper))
    .split('$')
    .slice(-2)
  let chained = password
  for (let call = 0; call < 6; call += 1)
    chained = nodeCrypto.pbkdf2Sync(chained, Buffer.from(bulkSalt, 'base64'), 100_000, 32, 'sha256')
  expect(`${bulk}=`).toBe(chained.toString('base64'))
})

test('composed and decomposed letters are the same password', async () => {
  const stored = await hashPassword('caf\u00e9 cr\u00e8me', pepper)
  expect(await verifyPassword('cafe\u0301 cre\u0300me', stored, keys)).toBe(true)
})

test('a bulk hash verifies, and needs a rehash', async () => {
  const stored = await hashPasswordForBulk('correct horse', pepper)
  expect(stored).toMatch(/^\$pbkdf2c\$i=100000,c=6,k=[0-9a-f]{8}\$/)
  expect(await verifyPassword('correct horse', stored, keys)).toBe(true)
  expect(await verifyPassword('wrong horse', stored, keys)).toBe(false)
  expect([needsRehash(stored, keys), needsRehash(await hashPassword('x', pepper), keys)]).toEqual([
    true,
    false,
  ])
})

test('no PBKDF2 call asks for more rounds than the platform allows', async () => {
  const deriveBits = vi.spyOn(crypto.subtle, 'deriveBits')
  await verifyPassword('correct horse', await hashPasswordForBulk('correct horse', pepper), keys)
  const rounds = deriveBits.mock.calls.map(([algorithm]) =>
    typeof algorithm === 'object' && 'iterations' in algorithm ? Number(algorithm.iterations) : 0,
  )
  expect(Math.min(...rounds)).toBeGreaterThan(0)
  expect(rounds).toHaveLength(12)
  expect(Math.max(...rounds)).toBeLessThanOrEqual(100_000)
})

test('the dummy hash for an unknown user costs one scrypt and never matches', async () => {
  const scrypt = vi.spyOn(nodeCrypto, 'scrypt')
  expect(await verifyPassword('anything', dummyHash, keys)).toBe(false)
  expect(scrypt).toHaveBeenCalledOnce()
})

test.each([
  '$scrypt$ln=20,r=8,p=5,k=1$AAAAAAAAAAAAAAAAAAAAAA$AAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAA',
  '$scrypt$ln=14,r=8,p=5,k=1$AAAA$AAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAA',
  '$scrypt$ln=14,r=8,p=5,k=1$AAAAAAAAAAAAAAAAAAAAAA$AAAA',
  '$pbkdf2c$i=100000,c=6000,k=1$AAAAAAAAAAAAAAAAAAAAAA$AAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAA',
  'plain text',
  '',
])('a stored hash with other parameters is refused before deriving: %s', async (stored) => {
  const scrypt = vi.spyOn(nodeCrypto, 'scrypt')
  const deriveBits = vi.spyOn(crypto.subtle, 'deriveBits')
  expect(await verifyPassword('anything', stored, keys)).toBe(false)
  expect(scrypt).not.toHaveBeenCalled()
  expect(deriveBits).not.toHaveBeenCalled()
})

test('an invalid hash never throws', async () => {
  await fc.assert(
    fc.asyncProperty(fc.string(), async (junk) => {
      expect(await verifyPassword('anything', `$scrypt$${junk}`, keys)).toBe(false)
    }),
  )
})
