declare module 'virtual:inline-script' {
  /** The inline script of every card page, bundled from `web/public-card/inline.ts` by `build/card-scripts.ts`. */
  export const inlineScript: string
}
