declare module 'virtual:common-passwords' {
  /** The most common passwords, in lower case and one a line, taken from a library by `build/common-passwords.ts`. */
  export const list: string
}
