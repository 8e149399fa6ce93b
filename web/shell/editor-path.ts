import { phoneQuery } from './useMediaQuery.ts'

/** The card editor for this window width: advanced on wide screens, quick on phones. */
export function editorPath(id: string | number = ''): string {
  return `/${matchMedia(phoneQuery).matches ? 'mobile-editor' : 'card-editor'}/${id}`
}
