/** Levels 1 to 5 and who may do what: asked by the server, mirrored by the screens (spec section 6). */

export type Actor = { id: number; accessLevel: number }

/** Labels on the dashboard, the account and the editors. */
export const levelNames: Record<number, string> = {
  1: 'Basic',
  2: 'Professional',
  3: 'Enterprise',
  4: 'Admin',
  5: 'Admin',
}

/** The part of a card that says whose it is. */
type Owned = { userId: number; user: { accessLevel: number } }

/** Owner, or level 4 when the owner is not above them: sees and edits the card, its drafts and its analytics. */
export function canEditCard(actor: Actor, { userId, user: { accessLevel } }: Owned): boolean {
  return canManageUser(actor, { id: userId, accessLevel }) || userId === actor.id
}

/** Owner, or level 5: reads what visitors sent. */
export function canReadEntries(actor: Actor, card: { userId: number }): boolean {
  return card.userId === actor.id || actor.accessLevel >= 5
}

/** Why the actor may not change the slug, in the words of the specification; undefined when they may. */
export function slugRefusal(actor: Actor, card: { userId: number }): string | undefined {
  if (actor.accessLevel >= 4) return undefined
  if (actor.accessLevel === 1) return 'Level 1 users cannot edit the card URL slug'
  return card.userId === actor.id
    ? undefined
    : 'Only admins or the card owner can edit the URL slug'
}

/** Below level 4 one card; level 4 and above give themselves, and whom they manage, any number. */
export function canCreateCard(actor: Actor, cardsOwned: number): boolean {
  return actor.accessLevel >= 4 || cardsOwned === 0
}

/** Custom CSS and embed codes: level 3 and above. */
export function canUseDeveloperFields(actor: Pick<Actor, 'accessLevel'>): boolean {
  return actor.accessLevel >= 3
}

/** An owner's CSS shows to the owner, and to level 3 and above. */
export function canSeeCustomCss(viewer: Actor, card: { userId: number }): boolean {
  return viewer.id === card.userId || canUseDeveloperFields(viewer)
}

/** Level 4 and above, for users at or below their own level. */
export function canManageUser(actor: Actor, target: Actor): boolean {
  return actor.accessLevel >= 4 && target.accessLevel <= actor.accessLevel
}

/** How long after a deletion level 4 may hand over the cards: a user deleted only for their inbox has time to object. */
export const handOverAfterMs = 3 * 86_400_000

/** The own cards, those of managed users deleted three days ago, and at level 5 those of all: the inbox goes with them. */
export function canHandOver(actor: Actor, owner: Actor & { deletedAt: string | null }): boolean {
  if (actor.id === owner.id) return true
  if (!canManageUser(actor, owner)) return false
  return (
    actor.accessLevel === 5 ||
    (owner.deletedAt !== null && Date.parse(owner.deletedAt) <= Date.now() - handOverAfterMs)
  )
}

/** Setting somebody else's password or e-mail takes a higher level than theirs, or level 5. */
export function canSetCredentials(actor: Actor, target: Actor): boolean {
  return actor.id === target.id || outranks(actor, target)
}

/** So does their level: whoever lowers a peer may set their password. Nobody changes their own. */
export function canSetLevel(actor: Actor, target: Actor): boolean {
  return actor.id !== target.id && outranks(actor, target)
}

function outranks(actor: Actor, target: Actor): boolean {
  return (
    canManageUser(actor, target) &&
    (target.accessLevel < actor.accessLevel || actor.accessLevel === 5)
  )
}
