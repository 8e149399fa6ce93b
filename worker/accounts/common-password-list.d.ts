declare module 'virtual:common-passwords' {
  /** The most common passwords in lower case, one per line; `build/common-passwords.ts` takes them from a library. */
  export const list: string
}
