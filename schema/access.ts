/** Access levels 1 to 5 and what each may do. The server enforces these rules; screens hide what they forbid. */

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

/** Returns why the actor may not change the slug; undefined if they may. The wording is a product requirement. */
export function slugChangeError(actor: Actor, card: { userId: number }): string | undefined {
  if (actor.accessLevel >= 4) return undefined
  if (actor.accessLevel === 1) return 'Level 1 users cannot edit the card URL slug'
  return card.userId === actor.id
    ? undefined
    : 'Only admins or the card owner can edit the URL slug'
}

/** Whether the actor may create another card: below level 4 only one; from level 4 any number, also for users they manage. */
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
 * How long after a user's deletion level 4 may transfer their cards, in milliseconds: a grace period, so that nobody can
 * delete a user just to take over their inbox.
 */
export const transferAfterMs = 3 * 86_400_000

/**
 * Whether the actor may transfer the owner's cards together with their inboxes: always their own; at level 4 the cards of
 * a user they manage who was deleted at least three days ago; at level 5 anyone's.
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

/** Whether the actor may set the target's password or email: their own, of a user below their level, or at level 5 anyone's. */
export function canSetCredentials(actor: Actor, target: Actor): boolean {
  return actor.id === target.id || outranks(actor, target)
}

/**
 * Whether the actor may change the target's level: the same rule, since a demoted peer's password could then be set. Nobody
 * changes their own level.
 */
export function canSetLevel(actor: Actor, target: Actor): boolean {
  return actor.id !== target.id && outranks(actor, target)
}

function outranks(actor: Actor, target: Actor): boolean {
  return (
    canManageUser(actor, target) &&
    (target.accessLevel < actor.accessLevel || actor.accessLevel === 5)
  )
}
