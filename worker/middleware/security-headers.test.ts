// The walks of `worker/policy/` check the headers of every response of every route.
import { expect, test } from 'vitest'
import { makeCard, signIn } from '../testing/app.ts'
import { send } from '../testing/https-request.ts'

test('a card is revalidated by every browser, and not stored by signed-in ones', async () => {
  const { slug } = await makeCard()
  const { cookie } = await signIn(1)
  const headers = { Cookie: cookie.replace('sid=', '__Host-sid=') }
  const path = `/view/${slug}`
  const signedIn = await send({ method: 'GET', path, headers })
  const anonymous = await send({ method: 'GET', path })
  expect([signedIn, anonymous].map((response) => response.headers.get('Cache-Control'))).toEqual([
    'private, no-store',
    'no-cache',
  ])
})
