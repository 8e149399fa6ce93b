/** Runs in workerd: accepts events of different requests, without a database. Only `scripts/local/gathering.test.ts` runs it. */
import type { CardEvent } from '../../schema/tracking/event.ts'
import type { Bindings } from '../env.ts'
import { enqueueEvent, enqueueView } from '../tracking/enqueue.ts'

export default {
  async fetch(request: Request, env: Bindings, context: ExecutionContext): Promise<Response> {
    // Without the database of the cards, no event is recorded directly.
    const bindings = { ...env, DB: down }
    const { pathname } = new URL(request.url)
    const isView = pathname !== '/save'
    // Without `waitUntil`, the runtime ends the request once it is answered.
    const later = (work: Promise<void>) =>
      pathname === '/view-that-ends' ? undefined : context.waitUntil(work)
    const accepted = (isView ? enqueueView : enqueueEvent)(bindings, eventOf(isView), later)
    return Response.json(await accepted)
  },
}

const down: D1Database = {
  prepare: refuse,
  batch: refuse,
  exec: refuse,
  withSession: refuse,
  dump: refuse,
}

function refuse(): never {
  throw new Error('down')
}

function eventOf(isView: boolean): CardEvent {
  const at = Date.now()
  return {
    ...{ v: 1, id: `${at.toString(36)}-${crypto.randomUUID().slice(0, 12)}`, at, receivedAt: at },
    ...{ kind: isView ? 'view' : 'save', cardId: 1, dwellMs: 0, linkType: '', linkId: '' },
    ...{ source: 'link', visitor: null, network: null, ip: 'Unknown', place: 'Unknown' },
    ...{ device: 'Unknown', leftOut: null, burst: false },
  }
}
