declare module 'virtual:inline-script' {
  /** The script inlined in every card's page, bundled from `web/public-card/inline.ts` by `build/card-scripts.ts`. */
  export const inlineScript: string
}
