/** Types for the parts of css-tree that are imported one by one: the whole has a lexer that is ten times larger. */
declare module 'css-tree/parser' {
  import { parse } from 'css-tree'
  export = parse
}

declare module 'css-tree/generator' {
  import { generate } from 'css-tree'
  export = generate
}

declare module 'css-tree/walker' {
  import { walk } from 'css-tree'
  export = walk
}

declare module 'css-tree/tokenizer' {
  export function tokenize(
    source: string,
    onToken: (type: number, start: number, end: number) => void,
  ): void
  /** Token names such as `ident-token`, by type number. */
  export const tokenNames: string[]
}
