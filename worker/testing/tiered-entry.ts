/**
 * The worker with the stand-in for the tiered cache before `PublicCard`, for `PAGE_CACHE=tiered npm start`. What runs is the
 * shipped code; requests arrive in two data centers by turns.
 */
import { PublicCard as ShippedCard } from '../index.ts'
import { standInTieredCache } from './tiered-cache-stand-in.ts'

export { default } from '../index.ts'

// Tests save hundreds of cards in a few minutes.
const cache = standInTieredCache({ isLimited: false })
let requests = 0

export class PublicCard extends ShippedCard {
  override fetch(request: Request): Promise<Response> {
    requests += 1
    const dataCenter = requests % 2 === 0 ? 'TXL' : 'SYD'
    return cache.fetch(request, (missed) => super.fetch(missed), dataCenter)
  }

  override async purge(tags: string[]): Promise<boolean> {
    Object.defineProperty(this.ctx, 'cache', { value: cache, configurable: true })
    const isDone = await super.purge(tags)
    // The worker's own count of the budget, for the same reason.
    await this.env.DB.prepare('delete from purge_budget').run()
    return isDone
  }
}
