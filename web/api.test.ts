import { expect, test, vi } from 'vitest'
import * as z from 'zod/mini'
import { errorMessage, IgnoredBody, RequestError, request } from './api.ts'

const Thing = z.object({ id: z.number() })

function answering(response: Response | Error) {
  const fetched = vi.fn(() =>
    response instanceof Error ? Promise.reject(response) : Promise.resolve(response),
  )
  vi.stubGlobal('fetch', fetched)
  return fetched
}

test('a response is parsed with its schema', async () => {
  const fetched = answering(Response.json({ id: 7, more: true }))
  expect(await request('/api/things', Thing, { method: 'POST', body: { name: 'a' } })).toEqual({
    id: 7,
  })
  expect(fetched).toHaveBeenCalledWith('/api/things', {
    method: 'POST',
    credentials: 'same-origin',
    headers: { 'Content-Type': 'application/json' },
    body: '{"name":"a"}',
  })
})

test('a response that does not match its schema throws', async () => {
  answering(Response.json({ id: 'seven' }))
  await expect(request('/api/things', Thing)).rejects.toThrow(z.core.$ZodError)
})

test('an ignored body may be empty', async () => {
  answering(new Response(null, { status: 204 }))
  expect(await request('/api/things/7', IgnoredBody, { method: 'DELETE' })).toBeUndefined()
})

test('an error response throws "status: text", and is shown without the number', async () => {
  const headers = { 'X-Error-Code': 'conflict' }
  answering(new Response('Username already exists', { status: 409, headers }))
  const refused = await request('/api/things', Thing, { method: 'POST' }).catch((error) => error)
  expect(refused).toBeInstanceOf(RequestError)
  expect(refused).toMatchObject({ message: '409: Username already exists', code: 'conflict' })
  expect(errorMessage(refused, 'fallback')).toBe('Username already exists')
})

test.each(['', '<html><h1>502 Bad Gateway</h1></html>'])(
  'a failure that says nothing to people (%j) is told in our own words',
  async (body) => {
    answering(new Response(body, { status: 502, statusText: 'Bad Gateway' }))
    const failed = await request('/api/things', Thing).catch((error) => error)
    expect(failed.message).toBe('502: Bad Gateway')
    expect(errorMessage(failed, 'Something went wrong. Please try again.')).toBe(
      'Something went wrong. Please try again.',
    )
  },
)

test('an unreachable server has its own message', async () => {
  answering(new TypeError('Failed to fetch'))
  const failed = await request('/api/things', Thing).catch((error) => error)
  expect(errorMessage(failed, '')).toMatch(/^The server cannot be reached\./)
})
