import type { Plugin } from 'vite'

const code = `
  import { renderToStaticMarkup } from 'react-dom/server'
  export const markup = renderToStaticMarkup
`

/** In place of `pageMarkup`: the JSX of pages stays React's, and its own renderer makes text of it. */
export function reactMarkup(): Plugin {
  return {
    name: 'react-markup',
    load: { filter: { id: /\/worker\/cards\/markup\.ts$/ }, handler: () => code },
  }
}
