/** Who may manage a user, in words; `schema/access.ts` decides. */
export const notAbove = 'at or below your level'
