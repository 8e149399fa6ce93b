/** Security events as lines of NDJSON for a SIEM, in the fields of the Elastic Common Schema (ECS) 8.17. */
import { SecurityKind, securityKinds } from '../../schema/security-event.ts'
import type { Exported } from './list.ts'

/** One line. What ECS has no field for is under `edgecard`; what is unknown is absent. */
export function ecsLine({ event, username, actorName }: Exported): string {
  const known = SecurityKind.safeParse(event.kind)
  const { title, ecs } = known.success
    ? securityKinds[known.data]
    : { title: event.kind, ecs: ['api', 'info'] }
  const { userId, actorId, count, network, route, details } = event
  const concerned = personOf(userId, username)
  return JSON.stringify({
    '@timestamp': event.at,
    message: title,
    ecs: { version: '8.17.0' },
    event: {
      kind: 'event',
      category: [ecs[0]],
      type: [ecs[1]],
      action: event.kind,
      outcome: event.outcome,
      id: event.key,
      sequence: event.id,
      module: 'edgecard',
      dataset: 'edgecard.security',
    },
    user:
      actorId === null || actorId === userId
        ? concerned
        : { ...personOf(actorId, actorName), target: concerned },
    source: sourceOf(event),
    user_agent: agentOf(event.device),
    http: {
      request: { id: event.requestId, method: route.split(' ')[0] || undefined },
      response: { status_code: event.status },
    },
    edgecard: { count, network: network ?? undefined, route: route || undefined, details },
  })
}

function personOf(id: number | null, name: string | null) {
  return id === null ? undefined : { id: String(id), name: name ?? undefined }
}

function sourceOf({ country, asn, asOrganization }: Exported['event']) {
  if (country === null && asn === null) return undefined
  return {
    geo: country === null ? undefined : { country_iso_code: country },
    as:
      asn === null
        ? undefined
        : { number: asn, organization: { name: asOrganization ?? undefined } },
  }
}

function agentOf(device: string) {
  const [name, os] = device.split(', ')
  return device === 'Unknown' ? undefined : { name, os: os && { name: os } }
}
