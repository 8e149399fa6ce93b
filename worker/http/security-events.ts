/** Writes security events: for successful calls before the response, for failed ones after it. */
import type { Context } from 'hono'
import { createMiddleware } from 'hono/factory'
import type { App, SecurityEventNote } from '../env.ts'
import { eventsOf, isLogged } from '../operations/security-events/kinds.ts'
import {
  findUserIdByName,
  recordSecurityEvents,
} from '../operations/security-events/record-security-events.ts'
import { requestOrigin } from '../operations/security-events/request-origin.ts'
import { log } from '../platform/log.ts'
import { endpointOf } from './declaration.ts'

/** Must run before any middleware that can fail. A failure to write is logged and fails nothing. */
export const securityEvents = createMiddleware<App>(async (c, next) => {
  await next()
  const endpoint = endpointOf(c)
  if (!endpoint || !isLogged(endpoint.declaration)) return
  const { key: route, declaration } = endpoint
  const noted = c.get('securityEvent') ?? {}
  const events = eventsOf(c, { route, declaration, noted })
  if (events.length === 0) return
  const call = {
    requestId: c.get('requestId'),
    route,
    status: c.res.status,
    origin: requestOrigin(c),
  }
  const written = write(c, { events, call, noted })
  if (c.res.ok && !noted.userIds) await written
  else c.executionCtx.waitUntil(written)
})

type Recorded = {
  events: ReturnType<typeof eventsOf>
  call: Parameters<typeof recordSecurityEvents>[2]
  noted: SecurityEventNote
}

async function write(c: Context<App>, recorded: Recorded): Promise<void> {
  const { env } = c
  const { requestId, route } = recorded.call
  await record(env, recorded).catch((error: unknown) => {
    const at = 'security events'
    log('error', at, { requestId, action: route, error })
  })
}

async function record(env: App['Bindings'], { events, call, noted }: Recorded): Promise<void> {
  const { userIds, username } = noted
  if (userIds) {
    const each = (await userIds).flatMap((userId) => events.map((event) => ({ ...event, userId })))
    return recordSecurityEvents(env, each, call)
  }
  const nameless = events.some(({ userId }) => userId === null)
  const userId = username && nameless ? await findUserIdByName(env, username) : null
  await recordSecurityEvents(
    env,
    events.map((event) => ({ ...event, userId: event.userId ?? userId })),
    call,
  )
}
