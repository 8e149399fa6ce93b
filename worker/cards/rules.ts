/** Who may use a card, in words; `schema/access.ts` decides. */
export const ownOr4 = 'the card owner, or level 4 and not below the owner'
export const othersHidden = 'the card owner, or level 5; not found for anyone else'
export const ownOr5 = 'the card owner, or level 5'
