/** The entry points of the worker. */
import { WorkerEntrypoint } from 'cloudflare:workers'
import { app } from './app.ts'
import type { Bindings } from './env.ts'
import { redirectToHttps } from './http/headers.ts'
import { runTrigger } from './operations/cron.ts'
import { backgroundTimeouts, resilientBindings } from './platform/bindings.ts'
import { log } from './platform/log.ts'
import { isolateCacheMatch } from './public/page-cache.ts'
import { toTieredResponse } from './public/page-response.ts'
import { renderPublicPage } from './public/public-page.ts'
import { parsePageRequest } from './public/tiered-cache.ts'
import { consume } from './tracking/consumer.ts'

export default {
  fetch: (request: Request, env, ctx) =>
    redirectToHttps(request, env) ??
    isolateCacheMatch(request, env) ??
    app.fetch(request, resilientBindings(env), ctx),
  queue: (batch, env) => consume(batch, resilientBindings(env, backgroundTimeouts)),
  scheduled: (controller, env) => runTrigger(env, controller),
} satisfies ExportedHandler<Bindings>

/**
 * The entry point behind the tiered cache, used only by `public/tiered-cache.ts`: its responses are cached, and only it
 * can purge them.
 */
export class PublicCard extends WorkerEntrypoint<Bindings> {
  override async fetch(request: Request): Promise<Response> {
    const pageRequest = parsePageRequest(request)
    if (!pageRequest)
      return new Response(null, { status: 404, headers: { 'Cache-Control': 'no-store' } })
    const origin = this.env.PUBLIC_ORIGIN || pageRequest.origin
    return toTieredResponse(
      await renderPublicPage(resilientBindings(this.env), { ...pageRequest, origin }),
      pageRequest.slug,
    )
  }

  async purge(tags: string[]): Promise<boolean> {
    const result = await this.ctx.cache?.purge({ tags })
    if (!result?.success) log('warn', 'purge', { errors: result?.errors })
    return result?.success ?? false
  }
}
