/** How the installation is: in detail for level 5, and whether it answers for anyone. */
import { Hono } from 'hono'
import type { App } from '../env.ts'
import { fail } from '../http.ts'
import { healthOf } from '../status/health.ts'
import { statusOf } from '../status/status.ts'

export const statusRoutes = new Hono<App>()

statusRoutes.get('/api/status', async (c) => c.json(await statusOf(c.env)))

statusRoutes.get('/healthz', async (c) => {
  const { answers, silent } = await healthOf(c.env)
  if (silent.length > 0)
    fail(503, `These do not answer: ${silent.join(', ')}.`, { headers: { 'Retry-After': '5' } })
  return c.json({ ok: true, answers })
})
