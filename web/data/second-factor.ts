import useSWR, { mutate } from 'swr'
import {
  FactorSetUp,
  type Reauthentication,
  RecoveryCodes,
  SecondFactor,
} from '../../schema/second-factor.ts'
import { IgnoredBody, request } from '../api.ts'

const factorKey = '/api/account/second-factor'

/** How the own second factor stands; undefined until that is known. */
export function useFactor() {
  const { data, error, mutate: again } = useSWR(factorKey, readFactor)
  return { factor: data, error, again }
}

/** What the authenticator app is to be given. */
export function startFactorSetup(): Promise<FactorSetUp> {
  return request(`POST ${factorKey}`, FactorSetUp)
}

/** Turns it on with the first code of the app: the recovery codes, shown this once. */
export async function confirmFactorSetup(code: string): Promise<string[]> {
  const { codes } = await request(`POST ${factorKey}/confirm`, RecoveryCodes, { body: { code } })
  await refresh()
  return codes
}

/** The former codes no longer work. */
export async function regenerateRecoveryCodes(): Promise<string[]> {
  const { codes } = await request(`POST ${factorKey}/recovery-codes`, RecoveryCodes)
  await mutate(factorKey)
  return codes
}

export async function removeFactor(proof: Reauthentication): Promise<void> {
  await request(`DELETE ${factorKey}`, IgnoredBody, { body: proof })
  await refresh()
}

/** Proves again who one is: for the next ten minutes nothing asks for it. */
export async function reauthenticate(proof: Reauthentication): Promise<void> {
  await request('POST /api/reauthenticate', IgnoredBody, { body: proof })
  // A recovery code may be gone, and the session is another one.
  await refresh()
}

async function refresh(): Promise<void> {
  await Promise.all([mutate(factorKey), mutate('/api/sessions'), mutate('/api/user')])
}

function readFactor(key: string) {
  return request(`GET ${key}`, SecondFactor)
}
