import useSWR, { mutate } from 'swr'
import {
  type Reauthentication,
  RecoveryCodes,
  SecondFactor,
  SecondFactorSetup,
} from '../../../schema/accounts/second-factor.ts'
import { IgnoredBody, request } from '../../api.ts'

const secondFactorKey = '/api/account/second-factor'

/** The state of the user's second factor; undefined while loading. */
export function useSecondFactor() {
  const { data, error, mutate: revalidate } = useSWR(secondFactorKey, readFactor)
  return { factor: data, error, revalidate }
}

/** Starts setup; returns the secret for the authenticator app. */
export function startSecondFactorSetup(): Promise<SecondFactorSetup> {
  return request(secondFactorKey, SecondFactorSetup, { method: 'POST' })
}

/**
 * Enables the second factor with a first code; returns the recovery codes, which are shown only
 * once.
 */
export async function confirmSecondFactorSetup(code: string): Promise<string[]> {
  const { codes } = await request(`${secondFactorKey}/confirm`, RecoveryCodes, {
    method: 'POST',
    body: { code },
  })
  await revalidateSession()
  return codes
}

/** Replaces the recovery codes; the previous ones stop working. */
export async function regenerateRecoveryCodes(): Promise<string[]> {
  const { codes } = await request(`${secondFactorKey}/recovery-codes`, RecoveryCodes, {
    method: 'POST',
  })
  await mutate(secondFactorKey)
  return codes
}

export async function removeSecondFactor(credentials: Reauthentication): Promise<void> {
  await request(secondFactorKey, IgnoredBody, { method: 'DELETE', body: credentials })
  await revalidateSession()
}

/** Reauthenticates; valid for ten minutes. */
export async function reauthenticate(credentials: Reauthentication): Promise<void> {
  await request('/api/reauthenticate', IgnoredBody, { method: 'POST', body: credentials })
  // A recovery code may have been used up, and the session was replaced.
  await revalidateSession()
}

async function revalidateSession(): Promise<void> {
  await Promise.all([mutate(secondFactorKey), mutate('/api/sessions'), mutate('/api/user')])
}

function readFactor(key: string) {
  return request(key, SecondFactor)
}
