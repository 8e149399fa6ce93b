/** True while a browser renders the page ahead of a visit that may never come (WICG prerendering). */
interface Document {
  readonly prerendering?: boolean
  onprerenderingchange?: () => void
}
