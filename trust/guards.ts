/** Section 1: the guards of the rules and of the middleware, each with what is left when it is taken away. */
import type { Mutant } from './mutants.ts'

const rules = 'schema/access.ts'
const middleware = 'worker/middleware/enforce-policy.ts'

export const guards: Mutant[] = [
  {
    file: 'worker/media/svg.ts',
    guard: '&& isQuickToDraw(drawn)',
    instead: '',
    by: 'worker/media/svg.test.ts',
  },
  {
    file: 'worker/media/store.ts',
    guard: "extension === 'svg' && !isPlainSvg(new Uint8Array(body))",
    instead: 'false',
    by: 'worker/routes/images.test.ts',
  },
  {
    file: 'worker/routes/images.ts',
    guard: '?version=3',
    instead: '',
    by: 'worker/routes/images.test.ts',
  },
  {
    file: 'worker/routes/images.ts',
    guard: 's-maxage=86400, ',
    instead: '',
    by: 'worker/routes/images.test.ts',
  },
  {
    file: 'web/shell/next-path.ts',
    guard: "path.startsWith('//') ? home : path",
    instead: 'path',
    by: 'web/shell/next-path.test.ts',
  },
  {
    file: 'worker/reports/share-links.ts',
    guard: 'made.expiresAt > now ?',
    instead: 'true ?',
    by: 'worker/routes/shares.test.ts',
  },
  {
    file: 'worker/auth/session-cookie.ts',
    guard: 'user && !factorDue(c.env, user) ? user : undefined',
    instead: 'user',
    by: 'worker/auth/reauthenticate.test.ts',
  },
  {
    file: 'worker/routes/embeds.ts',
    guard: 'if (!frames.has(asked))',
    instead: 'if (false)',
    by: 'worker/routes/chat.test.ts',
  },
  {
    file: 'schema/slug.ts',
    guard: 'z.regex(/^[a-z0-9-]{3,60}$/)',
    instead: '',
    by: 'worker/routes/view-paths.test.ts',
  },
  {
    file: 'worker/cards/page-cache.ts',
    guard: 'page.at > Number(mark) + marginMs ? page : undefined',
    instead: 'true ? page : undefined',
    by: 'worker/routes/view-paths.test.ts',
  },
  {
    file: 'worker/cards/page-cache.ts',
    guard: 'deletePage(caches.default, address), dropLastCopy(address)',
    instead: 'Promise.resolve()',
    by: 'worker/routes/view-paths.test.ts',
  },
  {
    file: rules,
    guard: 'canManageUser(actor, { id: userId, accessLevel }) ||',
    instead: 'true ||',
    by: 'worker/policy/access.test.ts',
  },
  {
    file: rules,
    guard: '|| userId === actor.id',
    instead: '|| userId > 0',
    by: 'worker/policy/access.test.ts',
  },
  {
    file: rules,
    guard: 'card.userId === actor.id || actor.accessLevel >= 5',
    instead: 'actor.accessLevel >= 1',
    by: 'worker/policy/access.test.ts',
  },
  {
    file: rules,
    guard: "if (actor.accessLevel === 1) return 'Level 1",
    instead: "if (false) return 'Level 1",
    by: 'worker/routes/cards-save.test.ts',
  },
  {
    file: rules,
    guard: 'if (actor.accessLevel >= 4) return undefined',
    instead: 'return undefined',
    by: 'worker/routes/cards-save.test.ts',
  },
  {
    file: rules,
    guard: '|| cardsOwned === 0',
    instead: '|| cardsOwned >= 0',
    by: 'worker/routes/cards.test.ts',
  },
  {
    file: rules,
    guard: 'return actor.accessLevel >= 3',
    instead: 'return true',
    by: 'worker/routes/cards-save.test.ts',
  },
  {
    file: rules,
    guard: 'viewer.id === card.userId || canUse',
    instead: 'true || canUse',
    by: 'worker/routes/view-states.test.ts',
  },
  {
    file: rules,
    guard: 'actor.accessLevel >= 4 && target',
    instead: 'target',
    by: 'worker/policy/access.test.ts',
  },
  {
    file: rules,
    guard: '&& target.accessLevel <= actor.accessLevel',
    instead: '&& target.accessLevel > 0',
    by: 'worker/policy/access.test.ts',
  },
  {
    file: rules,
    guard: '(target.accessLevel < actor.accessLevel || actor.accessLevel === 5)',
    instead: 'true',
    by: 'worker/routes/users-edit.test.ts',
  },
  {
    file: middleware,
    guard: "if (c.get('user')) return",
    instead: 'return',
    by: 'worker/policy/access.test.ts',
  },
  {
    file: middleware,
    guard: 'if (!isSafe) refuseCrossSite',
    instead: 'if (false) refuseCrossSite',
    by: 'worker/middleware/cross-site.test.ts',
  },
  {
    file: middleware,
    guard: "site === 'same-origin' || site === 'none'",
    instead: 'true',
    by: 'worker/middleware/cross-site.test.ts',
  },
  {
    file: middleware,
    guard: '!origin || origin === new URL(request.url).origin',
    instead: 'true',
    by: 'worker/middleware/cross-site.test.ts',
  },
  {
    file: middleware,
    guard: '(user?.accessLevel ?? 0) < row.who',
    instead: 'false',
    by: 'worker/policy/access.test.ts',
  },
  {
    file: middleware,
    guard: '!row.beforeFactor && factorDue',
    instead: 'false && factorDue',
    by: 'worker/auth/reauthenticate.test.ts',
  },
  {
    file: middleware,
    guard: 'row.fresh === true',
    instead: 'false',
    by: 'worker/auth/reauthenticate.test.ts',
  },
  {
    file: middleware,
    guard: 'route.path !== path && literalPaths.has(path)',
    instead: 'false',
    by: 'worker/middleware/cross-site.test.ts',
  },
]
