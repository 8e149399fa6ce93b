import { env } from 'cloudflare:workers'
import { expect, onTestFinished, test, vi } from 'vitest'
import { openMailProvider } from './mail-provider.ts'

const mail = { from: 'Edgecard', to: 'ada@cards.test', subject: 'Hello', text: 'Line' }

async function post(changed: Partial<typeof mail> = {}, key: string = crypto.randomUUID()) {
  const response = await fetch(env.EMAIL_API_URL, {
    method: 'POST',
    headers: { 'Idempotency-Key': key },
    body: JSON.stringify({ ...mail, ...changed }),
  })
  const { name } = await response.json<{ name?: string }>()
  return [response.status, name]
}

function setTime(at: string) {
  vi.useFakeTimers({ toFake: ['Date'], now: Date.parse(at) })
  onTestFinished(() => void vi.useRealTimers())
}

test('the stand-in refuses what exceeds its daily quota until midnight UTC', async () => {
  const provider = openMailProvider({ quota: 2 })
  setTime('2027-01-01T10:00:00Z')
  expect(await post()).toEqual([200, undefined])
  await provider.binding.send(mail)
  setTime('2027-01-01T23:59:59Z')
  expect(await post()).toEqual([429, 'daily_quota_exceeded'])
  await expect(provider.binding.send(mail)).rejects.toMatchObject({
    code: 'E_DAILY_LIMIT_EXCEEDED',
  })
  expect(provider.accepted).toHaveLength(2)
  setTime('2027-01-02T00:00:00Z')
  expect(await post()).toEqual([200, undefined])
})

test('the stand-in refuses an invalid address, which uses no quota', async () => {
  const provider = openMailProvider({ quota: 1 })
  const invalid = { ...mail, to: 'ada@invalid.test' }
  expect(await post(invalid)).toEqual([422, 'validation_error'])
  await expect(provider.binding.send(invalid)).rejects.toMatchObject({ code: 'E_VALIDATION_ERROR' })
  expect(await post()).toEqual([200, undefined])
})

test('the stand-in accepts an email of a repeated key once, also if the response was lost', async () => {
  const provider = openMailProvider({ quota: 2 })
  provider.losesResponses = true
  await expect(post({}, 'one')).rejects.toThrow('Network connection lost')
  provider.losesResponses = false
  expect(await post({}, 'one')).toEqual([200, undefined])
  expect(await post({}, 'two')).toEqual([200, undefined])
  expect(await post({}, 'three')).toEqual([429, 'daily_quota_exceeded'])
  expect(provider.accepted).toHaveLength(2)
})
