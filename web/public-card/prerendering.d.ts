/** True while the page is prerendered, before any visit (WICG prerendering). */
interface Document {
  readonly prerendering?: boolean
  onprerenderingchange?: () => void
}
