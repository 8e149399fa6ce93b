/** Access levels 1 to 5 and their permissions, enforced by the server and mirrored by the screens. */

export type Actor = { id: number; accessLevel: number }

/** Labels on the dashboard, the account and the editors. */
export const levelNames: Record<number, string> = {
  1: 'Basic',
  2: 'Professional',
  3: 'Enterprise',
  4: 'Admin',
  5: 'Admin',
}

/** The fields of a card that identify its owner. */
type Owned = { userId: number; user: { accessLevel: number } }

/** Whether the actor may see and edit the card, its drafts and analytics: the owner, or level 4 unless outranked. */
export function canEditCard(actor: Actor, { userId, user: { accessLevel } }: Owned): boolean {
  return canManageUser(actor, { id: userId, accessLevel }) || userId === actor.id
}

/** Whether the actor may read the card's form submissions: the owner, or level 5. */
export function canReadSubmissions(actor: Actor, card: { userId: number }): boolean {
  return card.userId === actor.id || actor.accessLevel >= 5
}

/** Whether the actor may read and change a form submission: also the colleague it is assigned to. */
export function canWorkOnSubmission(
  actor: Actor,
  { userId, assigneeId }: { userId: number; assigneeId: number | null },
): boolean {
  return canReadSubmissions(actor, { userId }) || assigneeId === actor.id
}

/** The reason the actor may not change the slug, undefined if they may. The wording is a product requirement. */
export function slugChangeError(actor: Actor, card: { userId: number }): string | undefined {
  if (actor.accessLevel >= 4) return undefined
  if (actor.accessLevel === 1) return 'Level 1 users cannot edit the card URL slug'
  return card.userId === actor.id
    ? undefined
    : 'Only admins or the card owner can edit the URL slug'
}

/** Whether the actor may create another card: one below level 4, any number from level 4 for everyone they manage. */
export function canCreateCard(actor: Actor, cardsOwned: number): boolean {
  return actor.accessLevel >= 4 || cardsOwned === 0
}

/** Custom CSS and embed codes require level 3. */
export function canUseDeveloperFields(actor: Pick<Actor, 'accessLevel'>): boolean {
  return actor.accessLevel >= 3
}

/** Custom CSS is shown to the card's owner and to level 3 and above. */
export function canSeeCustomCss(viewer: Actor, card: { userId: number }): boolean {
  return viewer.id === card.userId || canUseDeveloperFields(viewer)
}

/** Whether the actor may manage the target: level 4 and above, for users at or below their own level. */
export function canManageUser(actor: Actor, target: Actor): boolean {
  return actor.accessLevel >= 4 && target.accessLevel <= actor.accessLevel
}

/**
 * Delay after which level 4 may transfer a deleted user's cards, in milliseconds. It gives a user who was deleted only
 * to get at their inbox time to object.
 */
export const transferAfterMs = 3 * 86_400_000

/**
 * Whether the actor may transfer the owner's cards together with their inboxes: their own, those of managed users
 * deleted at least three days ago, and at level 5 anyone's.
 */
export function canTransferCards(
  actor: Actor,
  owner: Actor & { deletedAt: string | null },
): boolean {
  if (actor.id === owner.id) return true
  if (!canManageUser(actor, owner)) return false
  return (
    actor.accessLevel === 5 ||
    (owner.deletedAt !== null && Date.parse(owner.deletedAt) <= Date.now() - transferAfterMs)
  )
}

/** Setting another user's password or email requires a higher level than theirs, or level 5. */
export function canSetCredentials(actor: Actor, target: Actor): boolean {
  return actor.id === target.id || outranks(actor, target)
}

/** Changing a level requires the same, as a demoted peer's password could then be set. Nobody changes their own. */
export function canSetLevel(actor: Actor, target: Actor): boolean {
  return actor.id !== target.id && outranks(actor, target)
}

function outranks(actor: Actor, target: Actor): boolean {
  return (
    canManageUser(actor, target) &&
    (target.accessLevel < actor.accessLevel || actor.accessLevel === 5)
  )
}
