/** The parts of css-tree without its lexer, whose tables of every property weigh ten times as much. */
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
  /** By number of the type, such as `ident-token`. */
  export const tokenNames: string[]
}
