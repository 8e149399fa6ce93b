import { phone } from './useMediaQuery.ts'

/** The editor of a card for this width: the advanced one on a wide screen, the quick one on a phone. */
export function editorPath(id: string | number = ''): string {
  return `/${matchMedia(phone).matches ? 'mobile-editor' : 'card-editor'}/${id}`
}
