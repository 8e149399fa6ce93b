declare module 'virtual:first-script' {
  /** The script inlined in every card's page, bundled from `web/public-card/inline.ts` by `card-scripts.ts`. */
  export const firstScript: string
}
