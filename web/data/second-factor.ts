import useSWR, { mutate } from 'swr'
import {
  type Reauthentication,
  RecoveryCodes,
  SecondFactor,
  SecondFactorSetup,
} from '../../schema/second-factor.ts'
import { IgnoredBody, request } from '../api.ts'

const factorKey = '/api/account/second-factor'

/** The state of the user's second factor; undefined while loading. */
export function useFactor() {
  const { data, error, mutate: again } = useSWR(factorKey, readFactor)
  return { factor: data, error, again }
}

/** Starts setup; returns the secret for the authenticator app. */
export function startFactorSetup(): Promise<SecondFactorSetup> {
  return request(`POST ${factorKey}`, SecondFactorSetup)
}

/**
 * Enables the second factor with a first code; returns the recovery codes, which are shown only
 * once.
 */
export async function confirmFactorSetup(code: string): Promise<string[]> {
  const { codes } = await request(`POST ${factorKey}/confirm`, RecoveryCodes, { body: { code } })
  await refresh()
  return codes
}

/** Replaces the recovery codes; the previous ones stop working. */
export async function regenerateRecoveryCodes(): Promise<string[]> {
  const { codes } = await request(`POST ${factorKey}/recovery-codes`, RecoveryCodes)
  await mutate(factorKey)
  return codes
}

export async function removeFactor(proof: Reauthentication): Promise<void> {
  await request(`DELETE ${factorKey}`, IgnoredBody, { body: proof })
  await refresh()
}

/** Reauthenticates; valid for ten minutes. */
export async function reauthenticate(proof: Reauthentication): Promise<void> {
  await request('POST /api/reauthenticate', IgnoredBody, { body: proof })
  // A recovery code may have been used up, and the session was replaced.
  await refresh()
}

async function refresh(): Promise<void> {
  await Promise.all([mutate(factorKey), mutate('/api/sessions'), mutate('/api/user')])
}

function readFactor(key: string) {
  return request(`GET ${key}`, SecondFactor)
}
