import useSWR, { mutate } from 'swr'
import * as z from 'zod/mini'
import {
  type NewPasskey,
  Passkey,
  type PasskeyAssertion,
  PasskeyQuestion,
  PasskeyRequest,
} from '../../../schema/accounts/passkey.ts'
import {
  type Reauthentication,
  RecoveryCodes,
  SecondFactor,
  SecondFactorSetup,
} from '../../../schema/accounts/second-factor.ts'
import { User } from '../../../schema/users/user.ts'
import { IgnoredBody, RequestError, request } from '../../api.ts'
import { t } from '../../messages/t.ts'
import { cacheUser } from './session.ts'

const passkeysKey = '/api/account/passkeys'

/** The user's passkeys, newest first; undefined while loading. */
export function usePasskeys() {
  const { data, error, mutate } = useSWR(passkeysKey, (key) => request(key, z.array(Passkey)))
  return { passkeys: data, error, revalidate: mutate }
}

/** Registers a new passkey with the browser. */
export async function addPasskey(): Promise<Passkey> {
  const options = await request(`${passkeysKey}/options`, PasskeyRequest, { method: 'POST' })
  const body = await createCredential(options)
  const passkey = await request(passkeysKey, Passkey, { method: 'POST', body })
  await mutate(passkeysKey)
  return passkey
}

export async function renamePasskey(id: string, name: string): Promise<void> {
  await request(`${passkeysKey}/${id}`, Passkey, { method: 'PATCH', body: { name } })
  await mutate(passkeysKey)
}

/** Removes a passkey; signs out all other devices. */
export async function removePasskey(id: string): Promise<void> {
  await request(`${passkeysKey}/${id}`, IgnoredBody, { method: 'DELETE' })
  await Promise.all([mutate(passkeysKey), mutate('/api/sessions')])
}

/** Signs in with a passkey that the user selects in the browser. */
export async function signInWithPasskey(): Promise<User> {
  const body = await signChallenge(
    await request('/api/login/passkey/options', PasskeyQuestion, { method: 'POST' }),
  )
  return cacheUser(await request('/api/login/passkey', User, { method: 'POST', body }))
}

/** Reauthenticates with a passkey; valid for ten minutes. */
export async function reauthenticateWithPasskey(): Promise<void> {
  const path = '/api/reauthenticate/passkey'
  const body = await signChallenge(
    await request(`${path}/options`, PasskeyQuestion, { method: 'POST' }),
  )
  await request(path, IgnoredBody, { method: 'POST', body })
  await Promise.all([mutate(passkeysKey), mutate('/api/sessions')])
}

const loadLibrary = () => import('@simplewebauthn/browser')

async function createCredential(optionsJSON: PasskeyRequest): Promise<z.input<typeof NewPasskey>> {
  const { startRegistration } = await loadLibrary()
  const { id, response } = await startRegistration({ optionsJSON }).catch((error: unknown) => {
    const isRegistered = error instanceof Error && error.name === 'InvalidStateError'
    throw new RequestError(0, isRegistered ? alreadyRegisteredMessage : notCreatedMessage)
  })
  const { clientDataJSON, attestationObject, transports = [] } = response
  return { id, clientDataJSON, attestationObject, transports }
}

async function signChallenge(optionsJSON: PasskeyQuestion): Promise<PasskeyAssertion> {
  const { startAuthentication } = await loadLibrary()
  const { id, response } = await startAuthentication({ optionsJSON }).catch(() => {
    throw new RequestError(0, t('No passkey was used. Try again, or use your password.'))
  })
  const { clientDataJSON, authenticatorData, signature, userHandle = null } = response
  return { id, clientDataJSON, authenticatorData, signature, userHandle }
}

const alreadyRegisteredMessage = t('This device already has one of your passkeys.')
const notCreatedMessage = t('No passkey was created. Try again when you are ready.')

const secondFactorKey = '/api/account/second-factor'

/** The state of the user's second factor; undefined while loading. */
export function useSecondFactor() {
  const { data, error, mutate } = useSWR(secondFactorKey, (key) => request(key, SecondFactor))
  return { factor: data, error, revalidate: mutate }
}

/** Starts setup; returns the secret for the authenticator app. */
export function startSecondFactorSetup(): Promise<SecondFactorSetup> {
  return request(secondFactorKey, SecondFactorSetup, { method: 'POST' })
}

/** Enables the second factor with a first code; returns the recovery codes, which are shown only once. */
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

/** Reauthenticates with the password, and a code if the second factor is on; valid for ten minutes. */
export async function reauthenticate(credentials: Reauthentication): Promise<void> {
  await request('/api/reauthenticate', IgnoredBody, { method: 'POST', body: credentials })
  // A recovery code may have been used up, and the session was replaced.
  await revalidateSession()
}

async function revalidateSession(): Promise<void> {
  await Promise.all([mutate(secondFactorKey), mutate('/api/sessions'), mutate('/api/user')])
}
